"""How results look in a notebook: static HTML drawn from the blocks of `records.report`."""
