// Allows accounts in the market of Alpaca's prices.
import type { Migration } from '../migration.ts'

export const alpacaSource: Migration = {
  number: 13,
  name: 'alpaca-source',
  sql: `
    alter table paper.account drop constraint account_market_source_check;
    alter table paper.account add check (market_source in ('simulated', 'import', 'yahoo', 'alpaca', 'replay'));
  `,
}
