"""Reading YAML: tables and ledgers that ship with a ruleset."""

from typing import Any, Final, TypeAlias

import yaml

Json: TypeAlias = Any

FAST: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml where PyYAML was built with it: a tenth of the time for the same values. Only its words for faults differ."""


def yaml_of(text: str) -> Json:
    """What a text in YAML holds; raises ``yaml.YAMLError`` where it is none."""
    return yaml.load(text, Loader=FAST)
