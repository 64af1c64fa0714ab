import type { SourceFile } from './sourceFile';

/** The order service behind the shop, in Python. */
export const serviceFiles: readonly SourceFile[] = [
  {
    path: 'service/orders/models.py',
    description: 'Orders, their lines and the states they pass through.',
    age: 2,
    priority: 0.85,
    audience: ['user', 'assistant'],
    text: `
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum


class State(StrEnum):
    PLACED = "placed"
    PAID = "paid"
    WAITING = "waiting for weather"
    PACKED = "packed"
    SENT = "sent"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int
    price: Decimal


@dataclass
class Order:
    number: int
    customer: int
    placed: datetime
    lines: list[Line] = field(default_factory=list)
    state: State = State.PLACED

    @property
    def total(self) -> Decimal:
        return sum((line.price * line.quantity for line in self.lines), Decimal(0))
`,
  },
  {
    path: 'service/orders/states.py',
    description: 'Which state may follow which.',
    age: 0.2,
    priority: 0.9,
    audience: ['assistant'],
    text: `
from .models import Order, State

FOLLOWS = {
    State.PLACED: {State.PAID, State.CANCELLED},
    State.PAID: {State.PACKED, State.WAITING, State.CANCELLED},
    State.WAITING: {State.PACKED, State.CANCELLED},
    State.PACKED: {State.SENT},
    State.SENT: {State.DELIVERED},
}


class WrongState(Exception):
    """An order cannot go from its state to the wanted one."""


def move(order: Order, wanted: State) -> None:
    if wanted not in FOLLOWS.get(order.state, set()):
        raise WrongState(f"order {order.number} is {order.state}, it cannot become {wanted}")
    order.state = wanted
`,
  },
  {
    path: 'service/orders/weather_hold.py',
    description: 'Keeps orders back while it freezes on the way.',
    age: 0.05,
    priority: 0.95,
    audience: ['user', 'assistant'],
    text: `
"""Plants must not freeze in the parcel: an order waits until the coldest night on its route is mild enough."""

from datetime import date, timedelta

from ..stock.catalogue import hardiness
from ..weather import coldest_night
from .models import Order

MARGIN = 3  # °C, a parcel in a van is colder than the forecast for the town
LONGEST_HOLD = timedelta(days=21)


def must_wait(order: Order, postcode: str, today: date) -> bool:
    if today - order.placed.date() > LONGEST_HOLD:
        return False  # a person decides now, see the handbook
    weakest = max(hardiness(line.sku) for line in order.lines)
    return coldest_night(postcode, today, days=3) < weakest + MARGIN
`,
  },
  {
    path: 'service/orders/api.py',
    description: 'HTTP routes for orders.',
    age: 6,
    priority: 0.7,
    text: `
from fastapi import APIRouter, HTTPException

from . import repository
from .states import WrongState, move
from .models import State

router = APIRouter(prefix="/orders")


@router.get("/{number}")
def read(number: int):
    order = repository.find(number)
    if order is None:
        raise HTTPException(404, f"There is no order {number}.")
    return order


@router.post("/{number}/cancel")
def cancel(number: int):
    order = read(number)
    try:
        move(order, State.CANCELLED)
    except WrongState as problem:
        raise HTTPException(409, str(problem)) from problem
    repository.save(order)
    return order
`,
  },
  {
    path: 'service/orders/repository.py',
    age: 47,
    priority: 0.5,
    text: `
from ..database import connection
from .models import Line, Order, State


def find(number: int) -> Order | None:
    with connection() as db:
        row = db.one("select * from sales.orders where number = %s", number)
        if row is None:
            return None
        lines = db.all("select sku, quantity, price from sales.order_lines where number = %s", number)
        return Order(row.number, row.customer, row.placed, [Line(*line) for line in lines], State(row.state))


def save(order: Order) -> None:
    with connection() as db:
        db.run("update sales.orders set state = %s where number = %s", order.state, order.number)
`,
  },
  {
    path: 'service/orders/tests/test_states.py',
    age: 0.2,
    priority: 0.3,
    text: `
import pytest

from orders.models import Order, State
from orders.states import WrongState, move


def test_a_paid_order_can_wait_for_weather(order: Order):
    move(order, State.PAID)
    move(order, State.WAITING)
    assert order.state is State.WAITING


def test_what_was_sent_cannot_be_cancelled(order: Order):
    order.state = State.SENT
    with pytest.raises(WrongState):
        move(order, State.CANCELLED)
`,
  },
  {
    path: 'service/stock/catalogue.py',
    age: 29,
    priority: 0.6,
    text: `
from functools import lru_cache

from ..database import connection


@lru_cache(maxsize=1024)
def hardiness(sku: str) -> int:
    """Lowest winter temperature in °C that the plant survives; house plants have positive ones."""
    with connection() as db:
        return db.value("select hardy from stock.plants where sku = %s", sku)


def is_house_plant(sku: str) -> bool:
    return hardiness(sku) > 5
`,
  },
  {
    path: 'service/stock/levels.py',
    description: 'How many of a plant can still be sold.',
    age: 1.4,
    priority: 0.75,
    text: `
from ..database import connection

RESERVE = 0.05  # we keep one plant in twenty back for replacements


def sellable(sku: str) -> int:
    with connection() as db:
        grown = db.value("select coalesce(sum(ready), 0) from stock.batches where sku = %s", sku)
        promised = db.value(
            "select coalesce(sum(quantity), 0) from sales.order_lines join sales.orders using (number) "
            "where sku = %s and state in ('placed', 'paid', 'waiting for weather')",
            sku,
        )
    return max(0, int(grown * (1 - RESERVE)) - promised)
`,
  },
  {
    path: 'service/stock/forecast.py',
    age: 210,
    priority: 0.35,
    text: `
"""Next season's need from the last three, weighted towards the newest."""

WEIGHTS = (0.5, 0.3, 0.2)


def need(sold: list[int]) -> int:
    newest_first = sold[::-1][: len(WEIGHTS)]
    weights = WEIGHTS[: len(newest_first)]
    return round(sum(s * w for s, w in zip(newest_first, weights)) / sum(weights) * 1.1)
`,
  },
  {
    path: 'service/shipping/rates.py',
    age: 8,
    priority: 0.7,
    text: `
from decimal import Decimal

FREE_FROM = Decimal("75.00")
ZONES = {"NL": 1, "BE": 1, "DE": 1, "FR": 2, "AT": 2, "DK": 2, "ES": 3, "IT": 3, "SE": 3, "PL": 3}
RATES = {1: Decimal("5.95"), 2: Decimal("8.95"), 3: Decimal("12.95")}


class NoDelivery(Exception):
    """We do not send plants to this country; a plant passport would be needed."""


def delivery(country: str, total: Decimal) -> Decimal:
    zone = ZONES.get(country)
    if zone is None:
        raise NoDelivery(country)
    return Decimal(0) if zone == 1 and total >= FREE_FROM else RATES[zone]
`,
  },
  {
    path: 'service/shipping/labels.py',
    age: 95,
    priority: 0.3,
    text: `
def label(order, address) -> str:
    """Text for the label printer: four lines of at most 32 characters."""
    lines = [address.name, address.street, f"{address.postcode} {address.city}", address.country]
    return "".join(line[:32].ljust(32) for line in lines) + f"#{order.number}"
`,
  },
  {
    path: 'service/weather.py',
    age: 0.05,
    priority: 0.5,
    text: `
from datetime import date

import httpx

FORECAST = "https://forecast.example/v2/nights"


def coldest_night(postcode: str, start: date, days: int) -> float:
    answer = httpx.get(FORECAST, params={"postcode": postcode, "from": start.isoformat(), "days": days}, timeout=4)
    answer.raise_for_status()
    return min(night["low"] for night in answer.json()["nights"])
`,
  },
];
