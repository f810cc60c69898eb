"""The report on cards as one page of HTML, to be sent to someone."""
