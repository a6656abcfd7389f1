"""One caller's call, from the first line to the last: the only place where the loop closes."""

from door.session.casino import Casino

__all__ = ["Casino"]
