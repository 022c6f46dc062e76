// The edition of a recorded market that an account was last compared with, so that late data is looked for only once.
import type { Migration } from '../migration.ts'

export const marketEdition: Migration = {
  number: 10,
  name: 'market-edition',
  sql: 'alter table paper.account add column market_edition text;',
}
