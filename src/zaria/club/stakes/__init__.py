"""Stakes that are paid: held before anybody sits down, settled with the result, returned otherwise."""
