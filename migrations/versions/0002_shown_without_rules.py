"""Titles with each match and seat, and what is shown of a match that is over: neither needs its rules any more

Revision ID: 0002
Revises: 0001
Create Date: 2026-11-30
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "finals",
        sa.Column("match_id", sqlmodel.sql.sqltypes.AutoString(length=14), nullable=False),
        sa.Column("audience", sqlmodel.sql.sqltypes.AutoString(length=32), nullable=False),
        sa.Column("shown", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_finals_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", "audience", name=op.f("pk_finals")),
    )
    # With a default, for SQLite adds a column in place; to make a table anew it would have to drop the old one, to
    # which others point. Older matches are listed by their ids.
    title = sqlmodel.sql.sqltypes.AutoString(length=120)
    for table, name, kind, older in (
        ("matches", "ruleset_title", title, "ruleset"),
        ("matches", "scenario_title", title, "scenario"),
        ("seats", "label", title, "seat"),
        ("seats", "pattern", sqlmodel.sql.sqltypes.AutoString(length=32), "seat"),
    ):
        op.add_column(table, sa.Column(name, kind, nullable=False, server_default=""))
        op.execute(sa.text(f"UPDATE {table} SET {name} = {older}"))


def downgrade() -> None:
    for table, name in (
        ("seats", "pattern"),
        ("seats", "label"),
        ("matches", "scenario_title"),
        ("matches", "ruleset_title"),
    ):
        op.drop_column(table, name)
    op.drop_table("finals")
