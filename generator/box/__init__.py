"""The whole box of a game as pages to print: what `penta generate box` answers."""
