"""The table and its unit of measure (1.2.1, 1.4)."""

import pytest

from muster.rulesets.baroque.armies.build import frontage_of
from muster.rulesets.baroque.battlefields import battlefields, table_size
from muster.rulesets.baroque.cards import BU


@pytest.mark.rule("baroque.1.2.1")
def test_1_2_1_up_to_700_points_the_table_is_20_by_15_bu_and_above_30_by_20_its_long_sides_the_base_edges() -> (
    None
):
    assert table_size(300) == table_size(700) == (20 * 600, 15 * 600)
    assert table_size(701) == table_size(1000) == (30 * 600, 20 * 600)


@pytest.mark.rule("baroque.1.2.1")
def test_1_2_1_a_prepared_battlefield_lies_in_the_middle_of_the_larger_table() -> None:
    small = battlefields()["mill-hill"]
    large = small.for_points(1000)
    assert (small.size, large.size) == ((12_000, 9_000), (18_000, 12_000))
    for before, after in zip(small.terrain, large.terrain, strict=True):
        assert after.outline == tuple((x + 3_000, y + 1_500) for x, y in before.outline)
    assert small.for_points(600) is small


def test_1_4_a_bu_is_half_the_front_of_an_ordinary_unit() -> None:
    assert frontage_of("P&M") == frontage_of("TR") == 2 * BU
