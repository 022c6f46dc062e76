// Multi-leg orders: the legs traded together, and executions per leg.
import type { Migration } from '../migration.ts'

export const severalLegs: Migration = {
  number: 9,
  name: 'several-legs',
  sql: `
    alter table paper.account_order add column legs jsonb;
    alter table paper.account_order add constraint account_order_legs_check check (legs is null
      or jsonb_array_length(legs) between 2 and 4);
    alter table paper.execution add column leg integer not null default 1 check (leg > 0);
    alter table paper.execution alter column leg drop default;
    alter table paper.execution drop constraint execution_pkey;
    alter table paper.execution add primary key (account_id, order_id, line, leg);
  `,
}
