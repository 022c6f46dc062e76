// Option orders, trailing stop-limits, and cancellations with latency.
import type { Migration } from '../migration.ts'

export const optionsAndLatency: Migration = {
  number: 7,
  name: 'options and latency',
  sql: `
    alter table paper.account_order add column limit_offset numeric(20, 4);
    alter table paper.account_order drop constraint account_order_status_check;
    alter table paper.account_order add constraint account_order_status_check
      check (status in ('AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED', 'WORKING', 'PENDING_CANCEL', 'FILLED',
        'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED'));
    alter table paper.account_order drop constraint account_order_instruction_check;
    alter table paper.account_order add constraint account_order_instruction_check
      check (instruction in ('BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER', 'BUY_TO_OPEN', 'SELL_TO_CLOSE',
        'SELL_TO_OPEN', 'BUY_TO_CLOSE'));
    drop index paper.account_order_open;
    create index account_order_open on paper.account_order (account_id)
      where status in ('AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED', 'WORKING', 'PENDING_CANCEL');
    create index transaction_by_settlement on paper.transaction (account_id, settlement_day) where kind = 'TRADE';
  `,
}
