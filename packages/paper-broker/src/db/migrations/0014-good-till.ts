// The last day of an order that is good till a day; orders of before last as long as the brokerage lets them.
import type { Migration } from '../migration.ts'

export const goodTill: Migration = {
  number: 14,
  name: 'good-till',
  sql: 'alter table paper.account_order add column good_till date',
}
