// The number that a client gives its own order, unique in an account, and the way from a replaced order to the one that
// replaced it.
import type { Migration } from '../migration.ts'

export const clientOrderIds: Migration = {
  number: 12,
  name: 'client-order-ids',
  sql: `
    alter table paper.account_order add column client_order_id text;
    create unique index account_order_client_order_id on paper.account_order (account_id, client_order_id)
      where client_order_id is not null;
    create index account_order_by_replaced on paper.account_order (account_id, replaces_id)
      where replaces_id is not null;
  `,
}
