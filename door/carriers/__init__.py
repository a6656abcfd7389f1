"""Carriers: the ways a caller reaches the casino, each of which ends in a Line.

line.py is what the session sees, entrance.py lets TCP callers in, telnet.py and relay/ carry.
"""
