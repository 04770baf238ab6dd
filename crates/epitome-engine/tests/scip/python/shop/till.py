"""Adding it up."""

from shop.goods import Item
from shop.goods import halve as half


def logged(function):
    return function


@logged
def total(items: list[Item]) -> int:
    return sum(item.price() for item in items)


def bargain(items: list[Item]) -> int:
    label = "à moitié prix"; return half(total(items))


def guess(thing):
    return thing.price()


TOTAL = total([Item("tea", 250)])
