"""The application as it runs in a browser: a door for requests, and a journal instead of a disk.

Nothing here imports Pyodide's own modules, so that all of it also runs, and is tested, elsewhere.
"""
