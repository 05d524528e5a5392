"""Loads the settings of the service."""
import json
import logging

logger = logging.getLogger(__name__)


def load():
    logger.info("loading")
    with open("settings.json") as f:
        return json.load(f)


def main():
    settings = load()
    logger.info("loaded %d settings", len(settings))
