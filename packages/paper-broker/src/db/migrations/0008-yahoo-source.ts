// Allows accounts in the Yahoo Finance market.
import type { Migration } from '../migration.ts'

export const yahooSource: Migration = {
  number: 8,
  name: 'yahoo-source',
  sql: `
    alter table paper.account drop constraint account_market_source_check;
    alter table paper.account add check (market_source in ('simulated', 'import', 'yahoo', 'replay'));
  `,
}
