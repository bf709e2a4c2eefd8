"""What the machine that watches can count. Labels name kinds, never a match, a person or anything that is hidden."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

HTTP_REQUESTS = Counter("muster_http_requests", "Answers to HTTP requests", ["method", "status"])
MESSAGES = Counter("muster_messages", "Messages from browsers", ["kind"])
REFUSALS = Counter("muster_refusals", "Messages that were refused", ["code"])
BEGUN = Counter("muster_matches_begun", "Matches that have begun", ["ruleset"])
OVER = Counter("muster_matches_over", "Matches that are over", ["ruleset", "reason"])
STEPS = Counter("muster_steps", "Steps of matches that were stored")
STEP_SECONDS = Histogram(
    "muster_step_seconds", "From taking a message up to its acknowledgement", buckets=_FAST
)
RULES_SECONDS = Histogram("muster_rules_seconds", "Time spent in the rules for one message", buckets=_FAST)
COMMIT_SECONDS = Histogram("muster_commit_seconds", "Time to store a group of steps", buckets=_FAST)
COMMIT_STEPS = Histogram(
    "muster_commit_steps", "Steps that were stored together", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
FAULTS = Counter("muster_faults", "Unexpected exceptions", ["where"])
STUCK = Counter("muster_stuck_requests", "Requests without a legal answer")
DROPPED = Counter("muster_watchers_dropped", "Watchers that could not keep up", ["how"])
WAITING = Gauge("muster_waiting_bytes", "Bytes that wait for browsers which read slowly")
SOCKETS = Gauge("muster_sockets", "Open sockets")
ROOMS = Gauge("muster_matches_in_memory", "Matches in memory")
