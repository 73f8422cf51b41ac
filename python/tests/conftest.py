"""What pytest does not collect: a module that stands in for Gymnasium, which some tests load in a process of its own."""

collect_ignore = ["fake_gymnasium"]
