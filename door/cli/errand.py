"""A sysop's order: given to the running server, or carried out here when none runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from door.session.orders import Orders

Message = dict[str, object]


def errand(folder: Path, settings: Path, name: str, *words: str) -> list[str]:
    """Lines to show. Raises Refused: why the order was not carried out."""
    from door.carriers import claim
    from door.cli import Refused
    request: Message = {"order": name, "words": list(words)}
    try:
        claimed = claim.claim(folder)
    except claim.FolderTaken:
        reply = _ask_server(folder, request)
    except OSError as error:
        raise Refused(_why_not(folder, error)) from error
    else:
        with claimed:
            reply = asyncio.run(_do_here(folder, settings, request))
    if "refused" in reply:
        raise Refused(str(reply["refused"]))
    lines = reply.get("lines")
    return [str(line) for line in lines] if isinstance(lines, list) else []


def _why_not(folder: Path, error: OSError) -> str:
    from door import doorway
    return doorway.why_not(error, str(folder), str(folder))


def _ask_server(folder: Path, request: Message) -> Message:
    from door import doorway
    from door.cli import Refused
    try:
        return doorway.ask(str(folder), request)
    except doorway.Unreached as error:
        raise Refused(str(error)) from error


async def _do_here(folder: Path, settings: Path, request: Message) -> Message:
    from door.bank import Bank, StoreFailed, StoreTooNew
    from door.cli import Refused
    from door.cli.serve import load
    from door.session.orders import Orders
    config = load(settings).bank
    try:
        bank = await Bank.open(folder, config)
    except (StoreFailed, StoreTooNew) as error:
        raise Refused(str(error)) from error
    try:
        return await fulfil(Orders(bank, None, config.keep_days), request)
    finally:
        await bank.close()


async def fulfil(orders: Orders, request: Message) -> Message:
    """The reply to a request as it came over the socket."""
    from door.session.orders import NotDone
    words = request.get("words")
    given = [str(word) for word in words] if isinstance(words, list) else []
    try:
        return {"lines": await orders.fulfil(str(request.get("order")), *given)}
    except NotDone as error:
        return {"refused": str(error)}
