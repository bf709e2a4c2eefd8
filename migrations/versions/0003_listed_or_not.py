"""Whether a match is shown among what is being played

Revision ID: 0003
Revises: 0002
Create Date: 2026-11-30
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # With a default, so that SQLite adds the column in place (see 0002). Older matches were shown to everybody.
    op.add_column("matches", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("matches", "listed")
