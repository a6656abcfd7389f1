"""How well the House plays: matches against players by rule, and those trained to beat it.

matches.py plays them; bots.py, heuristic.py and reading.py are players: `python -m bench.house`.
"""
