"""Plants must not freeze in the parcel: an order waits until the coldest night on its route is mild enough."""

from dataclasses import dataclass
from datetime import date, timedelta

MARGIN = 3  # °C, a parcel in a van is colder than the forecast for the town
LONGEST_HOLD = timedelta(days=21)


@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int
    hardy: int  # lowest winter temperature that the plant survives, °C


@dataclass(frozen=True)
class Order:
    number: int
    placed: date
    lines: tuple[Line, ...]


def must_wait(order: Order, coldest_night: float, today: date) -> bool:
    """Tells whether an order has to wait for milder nights.

    After three weeks a person decides, see @larkspur:wiki://larkspur/handbook/weather-hold.
    """
    if today - order.placed > LONGEST_HOLD:
        return False
    weakest = max(line.hardy for line in order.lines)
    return coldest_night < weakest + MARGIN
