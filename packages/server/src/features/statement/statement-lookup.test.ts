// The statistics of the database are older than a large import or undo. What an import then reads must still grow with
// its lines, and not with their square.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAccount, importFile, schwabFile, undo } from './testing/file-account.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const lineCount = 1_000
const file = schwabFile(
  Array.from({ length: lineCount }, (_row, n) => `"01/02/2025","Buy","ABC","ABC INC ${n}","1","$5.00","","-$5.00"`),
)

/** The rows and index entries of lines and bookings that all ended connections have read. */
async function countReads(): Promise<number> {
  const { rows } = await sql<{ reads: string }>`
    select sum(t.seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::text
      as reads
    from pg_stat_user_tables t
    where t.relname in ('account_statement_line', 'account_transaction', 'account_movement')`.execute(app.services.db)
  return Number(rows[0]?.reads)
}

test('an import reads lines and bookings in proportion to its size, also where all that the statistics know was undone', async () => {
  // The counters of a connection are written at the latest when it ends, so the work is done through another pool.
  const beside = await startTestApp({ beside: app })
  const owner = await beside.signUp(['MANAGERS'])
  const account = await createAccount(owner)
  const first = await importFile(account, 'first.csv', file)
  await undo(account, first.id)
  await sql`analyze account_statement_line, account_transaction, account_movement`.execute(beside.services.db)
  const second = await importFile(account, 'second.csv', file)
  await undo(account, second.id)
  await importFile(account, 'third.csv', file)
  await beside.stop()
  const reads = await vi.waitFor(async () => {
    const found = await countReads()
    expect(found).toBeGreaterThan(3 * lineCount)
    return found
  })
  expect(reads).toBeLessThan(100 * lineCount)
})
