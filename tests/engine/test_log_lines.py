"""Lines of the log as they travel: what they show on the board."""

from muster.engine.feeds import log_wire
from muster.engine.views import LogEntry, Show


def test_a_move_on_the_open_table_goes_out_with_its_poses_and_without_what_it_has_not() -> None:
    line = LogEntry("move", "Foot moves.", show=Show("move", "foot", poses=((0, 0, 0), (600, 0, 9000))))
    assert log_wire(line)["show"] == {"kind": "move", "piece": "foot", "poses": [[0, 0, 0], [600, 0, 9000]]}


def test_a_move_over_squares_goes_out_with_its_path() -> None:
    line = LogEntry("move", "Ann moves.", show=Show("move", "ann", path=((0, 0), (1, 1))))
    assert log_wire(line)["show"] == {"kind": "move", "piece": "ann", "path": [[0, 0], [1, 1]]}
