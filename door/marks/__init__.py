"""Marks: what a caller may achieve at the table, and the streak of days.

A mark follows from hands as their caller's seat saw them, and from nothing else. Nothing here reads
a store or a screen: it takes and gives plain values (door.views).
"""
