// Finds the kinds of an account's transactions without reading them: a few kinds among thousands of transactions.
import type { Kysely } from 'kysely'
import { makeIndexes, type BesideIndex } from '../build-indexes.ts'

export const indexes: readonly BesideIndex[] = [
  { name: 'account_transaction_by_kind', on: 'account_transaction', definition: '(account_id, kind)' },
]

export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, indexes)
