"""How links to this house are shown elsewhere: a title, a sentence, and a picture."""
