"""What delivery costs. Countries without a zone get no plants."""

from decimal import Decimal

FREE_FROM = Decimal("75.00")
ZONES = {"NL": 1, "BE": 1, "DE": 1, "FR": 2, "AT": 2, "DK": 2, "ES": 3, "IT": 3, "SE": 3, "PL": 3}
RATES = {1: Decimal("5.95"), 2: Decimal("8.95"), 3: Decimal("12.95")}


class NoDelivery(Exception):
    """We do not send plants to this country."""


def delivery(country: str, total: Decimal) -> Decimal:
    zone = ZONES.get(country)
    if zone is None:
        raise NoDelivery(country)
    if zone == 1 and total >= FREE_FROM:
        return Decimal(0)
    return RATES[zone]
