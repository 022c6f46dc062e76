// The last market day for which an account's splits and dividends are booked.

import type { Migration } from '../migration.ts'

export const shareActions: Migration = {
  number: 4,
  name: 'share actions',
  sql: `
    alter table paper.account add column actions_through date;
    update paper.account set actions_through = opened_at::date;
    alter table paper.account alter column actions_through set not null;
  `,
}
