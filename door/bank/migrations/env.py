"""What Alembic runs: the revisions, on the connection and in the transaction it was given.

A new revision is a file in versions/, the schema's twin, and a line in REVISIONS (schema.py).
"""

from alembic import context

from door.bank.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata,
                  render_as_batch=True)
context.run_migrations()
