"""A sysop's request: made to the running server, or done here when none runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from door.bank import Bank

Message = dict[str, object]


def errand(folder: Path, settings: Path, request: Message) -> Message:
    """The reply to `request`; "refused" in it says why it was not done. Raises Refused."""
    from door.carriers import claim
    try:
        claimed = claim.claim(folder)
    except claim.FolderTaken:
        return _ask_server(folder, request)
    with claimed:
        return asyncio.run(_do_here(folder, settings, request))


def _ask_server(folder: Path, request: Message) -> Message:
    from door import doorway
    from door.cli import Refused
    try:
        return doorway.ask(str(folder), request)
    except doorway.Unreached as error:
        raise Refused(str(error)) from error


async def _do_here(folder: Path, settings: Path, request: Message) -> Message:
    from door.bank import Bank
    from door.cli.serve import load
    bank = await Bank.open(folder, load(settings).bank)
    try:
        return await fulfil(bank, request)
    finally:
        await bank.close()


async def fulfil(bank: Bank, request: Message) -> Message:
    """Does what a sysop asked; every order is here."""
    from door.bank import BankError
    try:
        if request.get("order") == "passwd":
            await bank.set_password(str(request.get("handle")), str(request.get("password")))
            return {"done": True}
    except BankError as error:
        return {"refused": str(error) or type(error).__name__}
    return {"refused": f"this server knows no order {str(request.get('order'))[:20]!r}"}
