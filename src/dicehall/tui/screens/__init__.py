"""The screens of the application, each a module."""
