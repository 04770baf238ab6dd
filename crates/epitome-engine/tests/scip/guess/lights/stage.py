"""A stage, which is handed something that nobody knows the type of."""


def rehearse(thing):
    return thing.light_the_room()
