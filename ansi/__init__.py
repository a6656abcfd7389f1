"""What a caller's terminal is: its glyphs, its keys, its screen. Knows no poker.

This file holds nothing: import what you need from `ansi.canvas`, `ansi.charset`, `ansi.keys`,
`ansi.terminal` and, for pictures, `ansi.gallery` and `ansi.art`.
"""
