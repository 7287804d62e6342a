"""The scorer at the table, and the umpire: readings become lines of the record."""
