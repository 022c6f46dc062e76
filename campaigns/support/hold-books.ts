// Compares the rows of a product with what its clients were told: nothing acknowledged is missing, nothing exists
// twice, and the brokerage has one order per request and one deposit per entry that ordered one.
import { readRows } from './database.ts'
import type { Acknowledgement } from './acknowledged.ts'
import type { Verdict } from './verdict.ts'
import type { Wish } from './wishes.ts'

/** Every request that was ever sent is acknowledged by now. */
export async function holdBooks(
  dataDirectory: string,
  told: readonly Acknowledgement[],
  verdict: Verdict,
): Promise<void> {
  await holdEntries(
    dataDirectory,
    told.filter(({ kind }) => kind === 'entry'),
    verdict,
  )
  await holdOrders(
    dataDirectory,
    told.filter(({ kind }) => kind === 'order'),
    verdict,
  )
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

async function holdEntries(dataDirectory: string, told: readonly Acknowledgement[], verdict: Verdict): Promise<void> {
  const rows = await readRows<{ id: string; account_id: string; key: string; cents: string }>(
    dataDirectory,
    `select id, account_id, description as key, amount_cents::text as cents from fund_entry`,
  )
  const byKey = groupBy(rows, ({ key }) => key)
  for (const one of told) {
    const found = byKey.get(one.key) ?? []
    verdict.expect(found.length > 0, `lost: the entry ${one.id} that was acknowledged is not in the books`)
    verdict.expect(found.length < 2, `twice: ${found.length} entries for the key ${one.key}`)
    const [row] = found
    if (row)
      verdict.expect(
        row.id === one.id && row.account_id === one.accountId && row.cents === one.amount.replace('.', ''),
        `changed: the entry ${one.id} reads ${JSON.stringify(row)}`,
      )
  }
  const keys = new Set(told.map(({ key }) => key))
  verdict.expect(
    rows.every(({ key }) => keys.has(key)),
    `${rows.filter(({ key }) => !keys.has(key)).length} entries that nobody asked for`,
  )
}

async function holdOrders(dataDirectory: string, told: readonly Acknowledgement[], verdict: Verdict): Promise<void> {
  const there = await readRows<{ account_id: string; id: string; price: string; status: string }>(
    dataDirectory,
    `select a.id as account_id, o.order_id::text as id, o.price::text as price, o.status from paper.account_order o join paper.account p using (account_id) join account a on a.number = p.account_number`,
  )
  const asked = await readRows<{ account_id: string; key: string; broker_id: string | null; state: string }>(
    dataDirectory,
    'select account_id, request_key as key, broker_id, state from order_request',
  )
  const ours = await readRows<{ account_id: string; id: string }>(
    dataDirectory,
    'select account_id, broker_id as id from broker_order',
  )
  const thereBy = groupBy(there, ({ account_id, price }) => `${account_id} ${Number(price).toFixed(2)}`)
  const askedBy = new Map(asked.map((row) => [row.key, row]))
  const known = new Set(ours.map(({ account_id, id }) => `${account_id} ${id}`))
  for (const one of told) {
    const found = thereBy.get(`${one.accountId} ${one.amount}`) ?? []
    verdict.expect(
      found.length === 1,
      `${found.length} orders at the brokerage for the wish ${one.key}, acknowledged as ${one.id}`,
    )
    verdict.expect(
      found.some(({ id }) => id === one.id),
      `the order ${one.id} that was acknowledged is not the brokerage's`,
    )
    const request = askedBy.get(one.key)
    verdict.expect(
      request?.state === 'PLACED' && request.broker_id === one.id,
      `the request of ${one.key} reads ${JSON.stringify(request)}`,
    )
    verdict.expect(known.has(`${one.accountId} ${one.id}`), `our copy lacks the order ${one.id}`)
  }
  verdict.expect(there.length === told.length, `${there.length} orders at the brokerage for ${told.length} wishes`)
}

/**
 * Deposits follow their entries; once nothing waits any more there is one for each entry among `wishes` that ordered
 * one.
 */
export async function holdDeposits(
  dataDirectory: string,
  wishes: readonly Wish[],
  told: readonly Acknowledgement[],
  verdict: Verdict,
): Promise<void> {
  const ordered = new Set(wishes.flatMap((wish) => (wish.kind === 'entry' && wish.movesMoney ? [wish.key] : [])))
  const entries = told.filter(({ key }) => ordered.has(key))
  const rows = await readRows<{ reference: string; cents: string }>(
    dataDirectory,
    `select reference, net_amount_cents::text as cents from paper.transaction where reference is not null`,
  )
  const byReference = groupBy(rows, ({ reference }) => reference)
  for (const entry of entries) {
    const found = byReference.get(entry.id) ?? []
    verdict.expect(
      found.length === 1 && found[0]!.cents === entry.amount.replace('.', ''),
      `${found.length} deposits for the entry ${entry.id}: ${JSON.stringify(found)}`,
    )
  }
  const ids = new Set(entries.map(({ id }) => id))
  const references = rows.filter(({ reference }) => /^[0-9a-f-]{36}$/.test(reference))
  verdict.expect(
    references.every(({ reference }) => ids.has(reference)),
    'a deposit that no acknowledged entry ordered',
  )
}

/** Returns the work that is still in progress at the end; there must be none. */
export async function findStuckJobs(dataDirectory: string): Promise<string[]> {
  const questions: Readonly<Record<string, string>> = {
    'order requests in doubt': `select id from order_request where state in ('NEW', 'SENDING', 'UNKNOWN')`,
    'transfers not settled': `select entry_id as id from fund_funding where state <> 'sent'`,
    'tasks that run': `select name as id from task where status in ('PENDING', 'RUNNING')`,
    'report runs that wait': `select id from report_run where state not in ('DONE', 'CANCELLED')`,
    'messages that wait': `select id from outgoing_message where state <> 'SENT'`,
    'statements that wait': `select id from fund_statement_mail where state = 'waiting'`,
    'accounts that cannot be read': `select account_id as id from account_sync where failure is not null`,
    'accounts that differ from the brokerage': `select account_id as id from (select distinct on (account_id, symbol) * from account_difference order by account_id, symbol, position desc) d where is_open`,
  }
  const stuck: string[] = []
  for (const [words, sql] of Object.entries(questions)) {
    const rows = await readRows<{ id: string }>(dataDirectory, sql)
    if (rows.length > 0)
      stuck.push(
        `${rows.length} ${words}: ${rows
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
  return stuck
}
