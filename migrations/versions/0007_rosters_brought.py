"""Which rosters were brought to a match

Revision ID: 0007
Revises: 0006
Create Date: 2026-11-30
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("rosters", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "rosters")
