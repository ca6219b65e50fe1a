"""What happened and what is asked, in words: the same in the terminal and on the pages."""
