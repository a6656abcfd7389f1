"""Alembic's part of the bank: env.py, and one file for each revision in versions/."""
