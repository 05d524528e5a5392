import logging
import logging.handlers


def load(path):
    data = read(path, timeout=10)
    if not data:
        return None
    return data
