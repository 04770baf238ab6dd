"""What is sold."""


class Item:
    def __init__(self, name: str, cents: int) -> None:
        self.name = name
        self.cents = cents

    def price(self) -> int:
        return self.cents


class Discounted(Item):
    def price(self) -> int:
        return halve(super().price())


def halve(cents: int) -> int:
    return cents // 2
