"""What the routes of several features are given."""

from typing import Annotated, TypeAlias

from fastapi import Depends
from starlette.requests import HTTPConnection

from muster.rulesets.catalog import Catalog


def catalog_of(connection: HTTPConnection) -> Catalog:
    """The rulesets."""
    catalog: Catalog = connection.app.state.catalog
    return catalog


WithCatalog: TypeAlias = Annotated[Catalog, Depends(catalog_of)]
