"""A match's options as its ruleset reads them."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.protocol.problems import in_words

Json: TypeAlias = Any


def read_options(ruleset: AnyRuleset, given: Mapping[str, Json]) -> BaseModel:
    """The options by the ruleset's own model; raises Refusal naming the field and what would be right."""
    known = ruleset.options.model_fields
    unknown = [key for key in given if key not in known]
    if unknown:
        raise Refusal(
            "bad_options",
            f"{ruleset.title} has no option called {unknown[0][:40]!r}. There are: {', '.join(known)}.",
        )
    try:
        return ruleset.options.model_validate(dict(given))
    except ValidationError as error:
        raise Refusal(
            "bad_options", in_words(error.errors(include_url=False, include_input=False))
        ) from error
