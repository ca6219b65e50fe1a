"""Dicehall as a folder of static files: the same application, run by Python in a browser's worker.

`inside` runs in the browser, `shell` holds the page and scripts around it, `build` writes the
folder.
"""
