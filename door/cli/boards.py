"""What a board's configuration says to start our door: the text of `anteup init --for`.

Each is a template in the board's own format: @door@ is the command line up to the drop file,
@anteup@ the command alone, @args@ the rest of that line as a list of quoted words, @data@ the data
folder. docs/sysop.txt says where a board's rules were found, and what else it wants.
"""

from __future__ import annotations

from dataclasses import dataclass

SHORT_COMMAND, SHORT_DATA = "/usr/local/bin/anteup", "/srv/anteup"      # for a link


@dataclass(frozen=True, slots=True)
class Template:
    """`text` as the board wants it; `comment` begins a line that is not for the board.

    `longest`: how many characters of its command line, `line`, the board keeps; 0: no limit.
    """

    text: str
    comment: str
    longest: int = 0
    line: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """Our command as a board shall start it, absolute, and with it the data folder."""

    anteup: str
    data: str
    config: str = ""    # "": the one in the data folder

    @property
    def words(self) -> list[str]:
        settings = ["--config", self.config] if self.config else []
        return [self.anteup, "door", "--data", self.data, *settings]


def configuration(board: str, command: Command) -> str:
    """The lines for a board; before them a warning where its command line cannot hold ours."""
    template = TEMPLATES[board]
    warning = _warning(board, template, command)
    return "".join(f"{template.comment} {line}\n" for line in warning) + _filled(
        template.text, command)


def _filled(text: str, command: Command) -> str:
    listed = ", ".join(f'"{word}"' for word in command.words[1:])
    return text.replace("@door@", " ".join(command.words)).replace("@args@", listed).replace(
        "@anteup@", command.anteup).replace("@data@", command.data)


def _warning(board: str, template: Template, command: Command) -> list[str]:
    size = len(_filled(template.line, command))
    if not template.longest or size <= template.longest:
        return []
    config = f"--config {command.config} " if command.config else ""
    return [
        f"TOO LONG: only {template.longest} characters of a command line are sure to be kept, "
        f"and this one has {size}.",
        "Make symbolic links with short names, and print these lines again with them:",
        *(f"  ln -s {path} {link}" for path, link in ((command.anteup, SHORT_COMMAND),
                                                      (command.data, SHORT_DATA)) if path != link),
        f"  {SHORT_COMMAND} init --data {SHORT_DATA} {config}--for {board}"]


SYNCHRONET = """\
; Synchronet: a program of ctrl/xtrn.ini. MAIN is the code of the section it goes into; take one
; of yours. Synchronet reads the file again when it is recycled.
[prog:MAIN:ANTEUP]
name=Ante Up
ars=
execution_ars=
type=12
settings=16389
event=0
cost=0
cmd=@door@ --drop %f
clean_cmd=
startup_dir=
textra=0
max_time=0
max_inactivity=0
; The same in SCFG, External Programs, Online Programs (Doors):
;   Name                       Ante Up
;   Internal Code              ANTEUP
;   Command Line               @door@ --drop %f
;   Multiple Concurrent Users  Yes
;   Native Executable          Yes
;   I/O Method                 Standard
;   BBS Drop File Type         Mystic  DOOR32.SYS
;   Place Drop File In         Node Directory
; Or let Synchronet install it. In a shell, in the folder of Synchronet:
;   mkdir -p xtrn/anteup
;   @anteup@ init --data @data@ --for install-xtrn > xtrn/anteup/install-xtrn.ini
;   jsexec install-xtrn ../xtrn/anteup
"""

INSTALL_XTRN = """\
; xtrn/anteup/install-xtrn.ini: `jsexec install-xtrn ../xtrn/anteup` adds Ante Up to Synchronet.
Name = Ante Up
Desc = Five-card draw against the House, one casino for all nodes
By = The Ante Up authors
Cats = Games
Subs = Cards, Native

[prog:ANTEUP]
cmd = @door@ --drop %f
settings = XTRN_MULTIUSER | XTRN_IO_INTS | XTRN_NATIVE
type = XTRN_DOOR32
"""

ENIGMA = """\
    // ENiGMA: an entry of menus in your menu.hjson; an item of the doors' menu leads to it with
    // action: @menu:doorAnteUp
    doorAnteUp: {
        desc: Ante Up
        module: abracadabra
        config: {
            name: AnteUp
            dropFileType: DOOR32
            cmd: @anteup@
            args: [ @args@, "--drop", "{dropFilePath}", "--node", "{node}" ]
            io: stdio
            encoding: cp437
        }
    }
"""

MYSTIC = """\
# Mystic: a command of a menu, in the menu editor.
Command: D3
Data: @door@ --drop %Pdoor32.sys
"""

WWIV = """\
# WWIV: //CHAINEDIT, I)nsert, then these fields.
A) Description  : Ante Up
B) Filename     : @door@ --drop %E
D) ANSI         : Optional
E) Exec Mode    : STDIO
G) Local only   : No
H) Multi user   : Yes
"""

TALISMAN = """\
#!/bin/sh
# Talisman: save this as anteup.sh, chmod +x it, and put in a menu's toml file
#   [[menuitem]]
#   command = "RUNDOOR"
#   data = "/home/bbs/talisman/doors/anteup.sh"
#   hotkey = "A"
# Talisman calls it with the number of the node; /home/bbs/talisman is where Talisman is.
exec @door@ --drop "/home/bbs/talisman/temp/$1" --node "$1"
"""

VISION3 = """\
// ViSiON/3: an entry of the list in configs/doors.json. A menu starts it by DOOR:ANTEUP.
  {
    "code": "ANTEUP",
    "name": "Ante Up",
    "commands": ["@anteup@", @args@, "--drop", "{DROPFILE}", "--node", "{NODE}"],
    "dropfile_type": "DOOR32.SYS",
    "dropfile_location": "node",
    "io_mode": "STDIO",
    "requires_raw_terminal": true,
    "single_instance": false
  }
"""

TEMPLATES = {
    "synchronet": Template(SYNCHRONET, ";", 63, "@door@ --drop %f"),
    "install-xtrn": Template(INSTALL_XTRN, ";", 63, "@door@ --drop %f"),
    "enigma": Template(ENIGMA, "    //"),
    "mystic": Template(MYSTIC, "#"),
    "wwiv": Template(WWIV, "#", 79, "@door@ --drop %E"),
    "talisman": Template(TALISMAN, "#"),
    "vision3": Template(VISION3, "//"),
}
