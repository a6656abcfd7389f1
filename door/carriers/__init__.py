"""Carriers: the ways a caller reaches the casino, each of which ends in a Line.

line.py is what the session sees, switchboard.py answers lines, entrance.py lets TCP callers in,
telnet/, rlogin.py and relay/ carry.
"""
