"""The revisions, one a file. A revision that was released is never changed again."""
