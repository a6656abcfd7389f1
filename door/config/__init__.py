"""The sysop's settings: anteup.ini read into frozen dataclasses, and where the data folder is.

Each setting stands once, as a field with its default, its bounds and its explanation; reading,
refusing and the text that `anteup init` writes all follow from these fields. What a setting does
belongs to whoever uses it.
"""

import os
from pathlib import Path

import platformdirs

from door.config.boards import Board, Network
from door.config.ini import default_text, load
from door.config.settings import BankSettings, Casino, Config, Door, Rlogin, Server
from door.config.source import BadConfig

__all__ = [
    "BadConfig", "BankSettings", "Board", "Casino", "Config", "Door", "Network", "Rlogin",
    "Server", "art_folder", "data_folder", "default_text", "load"]


def data_folder(option: str | None) -> Path:
    """Where store, settings, lock and socket are: --data, else ANTEUP_DATA, else the user's own."""
    chosen = option or os.environ.get("ANTEUP_DATA") or platformdirs.user_data_dir("anteup")
    return Path(chosen).absolute()


def art_folder(config: Config, data: Path) -> Path:
    """Where the sysop's own pictures are, if there are any."""
    return Path(config.casino.art or data / "art")
