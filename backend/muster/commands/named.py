"""What the commands about rulesets share: finding one by the name that a person typed."""

from muster.core.errors import OperatorError
from muster.core.settings import Settings
from muster.engine.refusals import Refusal
from muster.engine.ruleset import AnyRuleset
from muster.rulesets.catalog import Catalog, built_in


def known_rulesets() -> Catalog:
    """Our own rulesets and those that the settings add. Raises OperatorError where one of these is not there."""
    catalog = built_in()
    for name in Settings.load().further_rulesets:
        _add(catalog, name)
    return catalog


def ruleset_named(name: str) -> AnyRuleset:
    """A known ruleset by its id, or any other as ``module:NAME``. Raises OperatorError for neither."""
    catalog = known_rulesets()
    if ":" in name:
        _add(catalog, name)
        return catalog.all()[-1]
    try:
        return catalog.get(name)
    except Refusal as refusal:
        raise OperatorError(refusal.text) from refusal


def _add(catalog: Catalog, name: str) -> None:
    try:
        catalog.add_named(name)
    except ValueError as error:
        raise OperatorError(str(error)) from error
