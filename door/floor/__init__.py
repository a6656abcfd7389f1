"""The floor: who is here, the tables, and the House's answers; what is shown is stored first.

    seeds.py        where seeds and the server's cuts come from
    house_table.py  one caller's sitting at the Poker Table, also as its record has it
    floor.py        everybody who is in, and the hands that nobody came back for
"""
