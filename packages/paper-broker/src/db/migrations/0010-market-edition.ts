// Which edition of a recorded market an account was last compared with, so that what came in late is looked for once.
import type { Migration } from '../migration.ts'

export const marketEdition: Migration = {
  number: 10,
  name: 'market-edition',
  sql: 'alter table paper.account add column market_edition text;',
}
