"""Cards of Penta-Rush: searched for, collected in catalogues, printed."""
