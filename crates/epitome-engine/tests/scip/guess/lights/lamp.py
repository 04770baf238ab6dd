"""A lamp, whose one method has a name that nothing else here has."""


class Lamp:
    def light_the_room(self):
        return self.power()

    def power(self):
        return 3
