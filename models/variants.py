"""What is tried: a recipe, and named changes to it.

Each variant is the recipe with some values changed, so that a row of the results says what one change is worth.
"""
import dataclasses


@dataclasses.dataclass
class Recipe:
    """All that training can be told."""
    steps: int = 3000
    batch: int = 8192
    rate: float = 0.01            # of Adam, for the rows
    weight_rate: float = 0.02     # for the log weights
    dimensions: int = 256
    rows_at_start: str = 'random'  # random | teacher (the teacher's vectors of the tokens, by PCA)
    times: str = 'log2'           # how repeats count, see static_model.TIMES
    lead: int = 0                 # how many times more a candidate's name counts
    shared_weights: bool = False  # one weight for both sides
    group: int = 32               # functions of one package that stand together in a batch; 0: none
    drop: float = 0.1             # share of tokens left out at random while training
    whole_view: float = 0.5       # how often a candidate is shown as in the evaluation
    tasks: dict = dataclasses.field(default_factory=lambda: {
        'code': 0.60, 'rest': 0.17, 'names': 0.08, 'doc': 0.08, 'pairs': 0.07})
    hard: int = 0                 # mined negatives for each function
    hard_from: float = 0.4        # share of the steps after which they are mined
    hard_again: int = 3           # how often they are mined anew
    hard_ceiling: float = 0.95    # a negative that scores above this share of the positive may be a positive
    quantise_from: float = 1.1    # share of the steps after which rows are rounded to int8 (above 1: only at export)
    nested: float = 0.0           # weight of the same loss on the first half of the dimensions
    pull: float = 0.0             # strength that draws rare tokens towards where they started
    average: float = 0.0          # decay of the running average of the parameters, 0: none
    languages: tuple = ()         # only functions of these languages
    share: float = 1.0            # share of the training functions used
    distil_only: bool = False     # no training at all: the teacher's rows, weights by frequency
    seed: int = 1


VARIANTS = {
    'distil': {'distil_only': True, 'rows_at_start': 'teacher'},
    'random-nogroup': {'group': 0},
    'random': {},
    'teacher': {'rows_at_start': 'teacher'},
    'hard': {'hard': 2},
    'hard4': {'hard': 4, 'batch': 4096},
    'hard-qat': {'hard': 2, 'quantise_from': 0.7},
    'qat': {'quantise_from': 0.7},
    'average': {'average': 0.998},
    'group8': {'group': 8},
    'group128': {'group': 128},
    'nodrop': {'drop': 0.0},
    'drop3': {'drop': 0.3},
    'shared': {'shared_weights': True},
    'one': {'times': 'one'},
    'sqrt': {'times': 'sqrt'},
    'raw': {'times': 'raw'},
    'ln': {'times': 'ln'},
    'lead2': {'lead': 2},
    'lead6': {'lead': 6},
    'lead6-sqrt': {'lead': 6, 'times': 'sqrt'},
    'pull': {'pull': 1e-4},
    'small-batch': {'batch': 2048},
    'large-batch': {'batch': 16384},
    'rate3': {'rate': 0.003},
    'rate30': {'rate': 0.03},
    'd128': {'dimensions': 128},
    'd384': {'dimensions': 384},
    'd512': {'dimensions': 512},
    'nested': {'nested': 0.3},
    'whole1': {'whole_view': 1.0},
    'code-only': {'tasks': {'code': 1.0}},
    'more-rest': {'tasks': {'code': 0.45, 'rest': 0.32, 'names': 0.08, 'doc': 0.08, 'pairs': 0.07}},
    'no-pairs': {'tasks': {'code': 0.60, 'rest': 0.22, 'names': 0.09, 'doc': 0.09}},
    'half-data': {'share': 0.5},
    'quarter-data': {'share': 0.25},
    'short': {'steps': 1000},
    'long': {'steps': 8000},
    'half-whole': {'whole_view': 0.25},
    'warm': {'hard': 2, 'hard_ceiling': 1.05},
    'seed2': {'seed': 2},
}

# What is shipped: four tokens in ten left out while training, rows of rare tokens held near the teacher's, small
# batches with mined negatives, repeats by their square root.
SHIPPED = {'rows_at_start': 'teacher', 'times': 'sqrt', 'batch': 2048, 'steps': 5000, 'hard': 2, 'drop': 0.4,
           'pull': 1e-3}
VARIANTS['shipped'] = SHIPPED
VARIANTS['shipped-drop5'] = {**SHIPPED, 'drop': 0.5}
VARIANTS['shipped-drop5-short'] = {**SHIPPED, 'drop': 0.5, 'steps': 3000}
VARIANTS['shipped-drop5-long'] = {**SHIPPED, 'drop': 0.5, 'steps': 8000}
VARIANTS['shipped-drop5-average'] = {**SHIPPED, 'drop': 0.5, 'average': 0.998}
VARIANTS['shipped-drop5-pull3'] = {**SHIPPED, 'drop': 0.5, 'pull': 3e-4}
VARIANTS['shipped-drop5-lead2'] = {**SHIPPED, 'drop': 0.5, 'lead': 2}
VARIANTS['shipped-drop5-random'] = {**SHIPPED, 'drop': 0.5, 'rows_at_start': 'random'}


def recipe(name, **changes):
    """The recipe of `name`; several names joined by `+` add their changes up, and go before `changes`."""
    values = {}
    for part in name.split('+'):
        if part not in VARIANTS:
            raise SystemExit(f'variants.py: no variant {part!r}; there are {", ".join(VARIANTS)}')
        values.update(VARIANTS[part])
    return dataclasses.replace(Recipe(), **{**changes, **values})
