"""The web page: `penta serve` shows the games in a browser, and answers by the command line."""
