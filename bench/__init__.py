"""Speed, size and memory, measured as ratios against peers in one run: `python -m bench`.

engine.py plays hands beside pokerkit; decisions.py asks the House; house/ is a table of how well it
plays (`python -m bench.house`); categories.py deals a million hands and counts what they are;
start.py is a door's way in, beside the interpreter that does nothing; history.py looks back on many
hands beside few; load.py, wire.py, memory.py and churn.py look at a running server beside peer.py,
a bare telnetlib3 echo server. servers.py starts and watches servers, callers.py is who calls them.
"""
