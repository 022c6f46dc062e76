// Compares the books on the cluster, and the orders of a brokerage that has its own database, with what clients were
// told. Requests that were never acknowledged may be in both, once.
import { Client } from 'pg'
import { checkInvariants } from '../../../packages/server/src/features/fund/check/check-invariants.ts'
import { findFundAccount } from '../../../packages/server/src/features/fund/book/load-fund.ts'
import { readRecords } from '../../../packages/server/src/features/fund/book/read-records.ts'
import { connect } from '../../../packages/server/src/db/connect.ts'
import type { Acknowledgement } from '../acknowledged.ts'
import type { Verdict } from '../verdict.ts'
import type { Wish } from '../wishes.ts'

export interface Held {
  readonly databaseUrl: string
  readonly brokerageUrl: string
  readonly wishes: readonly Wish[]
  readonly told: readonly Acknowledgement[]
  /** The round, for the words of a finding. */
  readonly round: number
}

export async function holdBoth(held: Held, verdict: Verdict): Promise<void> {
  await holdEntries(held, verdict)
  await holdOrders(held, verdict)
  await holdInvariants(held, verdict)
}

async function read<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

async function holdEntries({ databaseUrl, wishes, told, round }: Held, verdict: Verdict): Promise<void> {
  const rows = await read<{ id: string; key: string; cents: string }>(
    databaseUrl,
    'select id, description as key, amount_cents::text as cents from fund_entry',
  )
  const counts = countBy(rows.map(({ key }) => key))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  for (const one of told.filter(({ kind }) => kind === 'entry')) {
    const row = byKey.get(one.key)
    verdict.expect(row !== undefined, `round ${round}: lost: the entry ${one.id} that was acknowledged`)
    if (row)
      verdict.expect(
        row.id === one.id && row.cents === one.amount.replace('.', ''),
        `round ${round}: changed: the entry ${one.id} reads ${JSON.stringify(row)}`,
      )
  }
  for (const wish of wishes.filter(({ kind }) => kind === 'entry'))
    verdict.expect((counts.get(wish.key) ?? 0) < 2, `round ${round}: twice: ${counts.get(wish.key)} of ${wish.key}`)
}

async function holdOrders({ databaseUrl, brokerageUrl, wishes, told, round }: Held, verdict: Verdict): Promise<void> {
  const there = await read<{ number: string; id: string; price: string }>(
    brokerageUrl,
    `select p.account_number as number, o.order_id::text as id, o.price::text as price
     from paper.account_order o join paper.account p using (account_id)`,
  )
  const asked = await read<{ key: string; state: string; broker_id: string | null }>(
    databaseUrl,
    'select request_key as key, state, broker_id from order_request',
  )
  const askedBy = new Map(asked.map((row) => [row.key, row]))
  const toldBy = new Map(told.map((one) => [one.key, one]))
  for (const wish of wishes) {
    if (wish.kind !== 'order') continue
    const found = there.filter(
      ({ number, price }) => number === wish.account.number && Number(price).toFixed(2) === wish.price,
    )
    verdict.expect(found.length < 2, `round ${round}: twice: ${found.length} orders for the wish ${wish.key}`)
    const one = toldBy.get(wish.key)
    if (one === undefined) continue
    verdict.expect(found[0]?.id === one.id, `round ${round}: lost: the order ${one.id} that was acknowledged`)
    const request = askedBy.get(wish.key)
    verdict.expect(
      request?.state === 'PLACED' && request.broker_id === one.id,
      `round ${round}: the request of ${wish.key} reads ${JSON.stringify(request)}`,
    )
  }
}

/** A deposit carries the entry that ordered it: the brokerage has one for each. */
export async function holdDeposits(held: Held, verdict: Verdict, isOver: boolean): Promise<void> {
  const { brokerageUrl, wishes, told, round } = held
  const rows = await read<{ reference: string }>(
    brokerageUrl,
    'select reference from paper.transaction where reference is not null',
  )
  const counts = countBy(rows.map(({ reference }) => reference))
  const ordered = new Set(wishes.flatMap((wish) => (wish.kind === 'entry' && wish.movesMoney ? [wish.key] : [])))
  for (const { key, id } of told.filter((one) => ordered.has(one.key))) {
    const count = counts.get(id) ?? 0
    verdict.expect(count < 2, `round ${round}: twice: ${count} deposits for the entry ${key}`)
    if (isOver) verdict.expect(count === 1, `round ${round}: ${count} deposits for the entry ${key}`)
  }
}

/** The rules of the nightly check, on the rows of the moment. */
async function holdInvariants({ databaseUrl, round }: Held, verdict: Verdict): Promise<void> {
  const connection = connect(databaseUrl, () => undefined, 1)
  try {
    const funds = await connection.db.selectFrom('fund').select('account_id').execute()
    verdict.expect(funds.length > 0, `round ${round}: the funds are gone`)
    for (const { account_id: accountId } of funds) {
      const findings = await connection.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => checkInvariants(await readRecords(trx, await findFundAccount(trx, accountId))))
      verdict.expect(findings.length === 0, `round ${round}: the books of ${accountId}: ${findings.join('; ')}`)
    }
  } finally {
    await connection.close()
  }
}
