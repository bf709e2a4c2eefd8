"""Which match a match follows that was played again

Revision ID: 0005
Revises: 0004
Create Date: 2026-11-30
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("follows", sa.String(length=14), nullable=True))
    op.create_index(op.f("ix_matches_follows"), "matches", ["follows"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_matches_follows"), "matches")
    op.drop_column("matches", "follows")
