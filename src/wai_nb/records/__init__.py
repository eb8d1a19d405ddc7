"""What things are: tools, rows, data sets, and the blocks that every report is drawn from."""
