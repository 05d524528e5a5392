"""Keeps the stock of a small warehouse and says what has to be ordered."""

from __future__ import annotations

import csv
import json
import logging
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Iterable, Iterator

log = logging.getLogger(__name__)

DEFAULT_LEAD_TIME = timedelta(days=14)


class StockError(Exception):
    """A movement that the stock does not allow."""


@dataclass(frozen=True)
class Item:
    sku: str
    name: str
    unit: str = "piece"
    minimum: int = 0

    def __str__(self) -> str:
        return f"{self.sku} ({self.name})"


@dataclass
class Movement:
    item: Item
    amount: int
    day: date
    note: str = ""

    @property
    def incoming(self) -> bool:
        return self.amount > 0


@dataclass
class Warehouse:
    name: str
    movements: list[Movement] = field(default_factory=list)
    lead_time: timedelta = DEFAULT_LEAD_TIME

    def stock(self, item: Item, until: date | None = None) -> int:
        total = 0
        for movement in self.movements:
            if movement.item != item:
                continue
            if until is not None and movement.day > until:
                continue
            total += movement.amount
        return total

    def receive(self, item: Item, amount: int, day: date, note: str = "") -> None:
        if amount <= 0:
            raise StockError(f"cannot receive {amount} of {item}")
        self.movements.append(Movement(item, amount, day, note))
        log.info("received %d %s of %s", amount, item.unit, item)

    def withdraw(self, item: Item, amount: int, day: date, note: str = "") -> None:
        if amount <= 0:
            raise StockError(f"cannot withdraw {amount} of {item}")
        if amount > self.stock(item, day):
            raise StockError(f"only {self.stock(item, day)} of {item} left, not {amount}")
        self.movements.append(Movement(item, -amount, day, note))
        log.info("withdrew %d %s of %s", amount, item.unit, item)

    def items(self) -> Iterator[Item]:
        seen = set()
        for movement in self.movements:
            if movement.item.sku not in seen:
                seen.add(movement.item.sku)
                yield movement.item

    def shortages(self, today: date) -> dict[Item, int]:
        missing = {}
        for item in self.items():
            expected = self.stock(item, today) - self.usage(item, today)
            if expected < item.minimum:
                missing[item] = item.minimum - expected
        return missing

    def usage(self, item: Item, today: date) -> int:
        """What is likely to be used until an order of today arrives."""
        since = today - 2 * self.lead_time
        used = sum(
            -movement.amount
            for movement in self.movements
            if movement.item == item and not movement.incoming and since <= movement.day <= today
        )
        return used // 2


def read_items(path: Path) -> dict[str, Item]:
    items = {}
    with path.open(newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter=";"):
            try:
                item = Item(row["sku"], row["name"], row.get("unit") or "piece", int(row["minimum"]))
            except (KeyError, ValueError) as e:
                log.warning("skipping %r: %s", row, e)
                continue
            items[item.sku] = item
    return items


def read_movements(path: Path, items: dict[str, Item]) -> Iterable[Movement]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        data = json.loads(line)
        if data["sku"] not in items:
            raise StockError(f"{path}:{number}: unknown item {data['sku']!r}")
        yield Movement(
            item=items[data["sku"]],
            amount=data["amount"],
            day=date.fromisoformat(data["day"]),
            note=data.get("note", ""),
        )


def report(warehouse: Warehouse, today: date) -> str:
    lines = [f"Stock of {warehouse.name} on {today:%d.%m.%Y}", ""]
    by_unit = defaultdict(list)
    for item in warehouse.items():
        by_unit[item.unit].append(item)
    for unit, items in sorted(by_unit.items()):
        lines.append(f"{unit}:")
        for item in sorted(items, key=lambda i: i.sku):
            lines.append(f"  {item.sku:<12} {warehouse.stock(item, today):>6}  {item.name}")
        lines.append("")
    missing = warehouse.shortages(today)
    if missing:
        lines.append("To be ordered:")
        for item, amount in missing.items():
            lines.append(f"  {amount} x {item}")
    else:
        lines.append("Nothing has to be ordered.")
    return "\n".join(lines)
