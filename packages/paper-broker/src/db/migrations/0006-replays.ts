// Replays: the replay an account was opened for, and the market time at which each replay ended.
import type { Migration } from '../migration.ts'

export const replays: Migration = {
  number: 6,
  name: 'replays',
  sql: `
    create table paper.replay (
      replay_id uuid primary key,
      first_day date not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      stood_at timestamptz,
      check ((ended_at is null) = (stood_at is null))
    );
    create unique index replay_running on paper.replay ((true)) where ended_at is null;
    alter table paper.account add column replay_id uuid references paper.replay (replay_id);
  `,
}
