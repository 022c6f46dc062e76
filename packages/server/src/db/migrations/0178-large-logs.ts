// Keeps what grows quick to look through: the audit log by time and by area, trades that are not measured yet by their
// code, and users by any part of their name or e-mail.
import type { Kysely } from 'kysely'
import { makeIndexes, type BesideIndex } from '../build-indexes.ts'

export const indexes: readonly BesideIndex[] = [
  { name: 'audit_log_by_time', on: 'audit_log', definition: '(at)' },
  { name: 'audit_log_by_area', on: 'audit_log', definition: "(split_part(action, '.', 1), at)" },
  {
    name: 'journal_trade_unmeasured_code',
    on: 'journal_trade',
    definition:
      '(account_id, code_key) where held is not null and (closed_at is null or measured_last is null ' +
      'or measured_last < closed_day or measured_first > opened_day)',
  },
  {
    name: 'app_user_by_part',
    on: 'app_user',
    definition:
      "using gin (lower(first_name || ' ' || last_name) gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off)",
    // A server without the extension reads all users, as it reads all instruments.
    needsExtension: 'pg_trgm',
  },
]

export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, indexes)
