// Transactions of one account from our copy: all of them, or one page in any order. Rows come as arrays, because an
// account may have a hundred thousand of them.
import { Refusal, type BodyOf, type Transaction, type TransactionOrder } from '@clubfolio/contract'
import { formatCents, toCents, type Cents } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../db/connect.ts'
import { rawPart, readTogether } from '../../db/read-together.ts'
import { findOwnAccount, selectOwnAccount } from '../account/own-account.ts'

type TransactionPage = Omit<BodyOf<'transaction', 'findPage'>, 'accountNumber'>

interface OfAccount {
  readonly id: string
  readonly number: string
}

type Row = readonly [
  brokerId: string,
  kind: string,
  netAmountCents: bigint,
  description: string,
  orderId: string | null,
  occurredAt: Date,
  tradeDate: string,
]

/** The day as text has another name: an order by `trade_date` would be one by that text, without the index. */
const columns = 'broker_id, kind, net_amount_cents, description, order_id, occurred_at, trade_date::text as trade_day'

/**
 * A transaction that moves several securities is stored once for each; the further ones are `id.2`, `id.3` and move no
 * money. The database knows from its statistics that few rows are like that, which it does not of a function.
 */
const whole = `account_id = $1 and broker_id not like '%.%'`

const orderColumns: Readonly<Record<TransactionOrder, string>> = {
  transactionDate: 'trade_date {}, occurred_at',
  transactionId: 'length(broker_id) {}, broker_id',
  type: 'kind',
  netAmount: 'net_amount_cents',
  description: 'lower(description)',
  orderId: 'order_id',
}

/** Newest first. */
export async function findAllTransactions(pool: Pool, account: OfAccount): Promise<Transaction[]> {
  return read(
    pool,
    account,
    `select ${columns} from account_transaction where ${whole} order by trade_date desc, occurred_at desc, ` +
      'broker_id desc',
    [account.id],
  )
}

/**
 * Returns one page and the number of all transactions of the owner's account of this number. Absent order ids come last
 * in both directions. Throws `notFound`.
 */
export async function findTransactionPage(
  { db, pool }: { readonly db: Db; readonly pool: Pool },
  { ownerId, number }: { readonly ownerId: string; readonly number: string },
  page: TransactionPage,
): Promise<{ total: number; result: Transaction[] }> {
  if (page.start === 0) return findFirstPage(db, selectOwnAccount(db, ownerId, number), page)
  const account = await findOwnAccount(db, ownerId, number)
  const { rows } = await pool.query<[bigint]>({
    text: `select count(*) from account_transaction where ${whole}`,
    values: [account.id],
    rowMode: 'array',
  })
  const total = Number(rows[0]![0])
  const count = Math.min(page.count, total - page.start)
  if (count <= 0) return { total, result: [] }
  const { text, values, isNearEnd } = selectTransactionPage(account, { ...page, count, total })
  const found = await read(pool, account, text, values)
  return { total, result: isNearEnd ? found.toReversed() : found }
}

interface PageQuery {
  readonly text: string
  readonly values: readonly unknown[]
  /** The rows come in the opposite order. */
  readonly isNearEnd: boolean
}

/** Returns the question of one page of `count` rows. */
export function selectTransactionPage(
  { id }: Pick<OfAccount, 'id'>,
  { total, start, count, orderBy, direction: asked }: TransactionPage & { readonly total: number },
): PageQuery {
  // A page near the end is read from the end, so that no page skips over more than half of the rows.
  const fromEnd = total - start - count
  const isNearEnd = fromEnd < start
  const direction = (asked === 'DESC') === isNearEnd ? 'asc' : 'desc'
  const order = orderOf(orderBy, direction, isNearEnd ? 'nulls first' : 'nulls last')
  // The rows before the page are skipped in the index that has the order; only those of the page are read in full.
  const text =
    `select ${columns} from account_transaction where account_id = $1 and broker_id in (select broker_id ` +
    `from account_transaction where ${whole} order by ${order} limit $2 offset $3) order by ${order}`
  return { text, values: [id, count, isNearEnd ? fromEnd : start], isNearEnd }
}

interface StoredTransaction {
  readonly broker_id: string
  readonly kind: string
  readonly net_amount_cents: Cents
  readonly description: string
  readonly order_id: string | null
  readonly occurred_at: Date
  readonly trade_day: string
}

/** Returns the first page, which needs no total to find its rows, in one statement with its account. */
async function findFirstPage(
  db: Db,
  own: ReturnType<typeof selectOwnAccount>,
  { count, orderBy, direction }: TransactionPage,
): Promise<{ total: number; result: Transaction[] }> {
  const ofOwn: RawBuilder<unknown> = sql`
    from account_transaction where account_id = (select id from own) and broker_id not like '%.%'`
  const { accounts, totals, page } = await readTogether(
    db,
    {
      accounts: rawPart<OfAccount>(sql`select id, number from own`, { id: 'text', number: 'text' }),
      totals: rawPart<{ total: number }>(sql`select count(*) as total ${ofOwn}`, { total: 'number' }),
      page: rawPart<StoredTransaction>(
        sql`select ${sql.raw(columns)} ${ofOwn}
          order by ${sql.raw(orderOf(orderBy, direction === 'ASC' ? 'asc' : 'desc', 'nulls last'))} limit ${count}`,
        {
          broker_id: 'text',
          kind: 'text',
          net_amount_cents: 'bigint',
          description: 'text',
          order_id: 'text',
          occurred_at: 'instant',
          trade_day: 'text',
        },
      ),
    },
    { own: sql`${own}` },
  )
  const [account] = accounts
  if (!account) throw new Refusal('notFound')
  return {
    total: totals[0]!.total,
    result: page.map((row) =>
      toTransaction(account, [
        row.broker_id,
        row.kind,
        row.net_amount_cents,
        row.description,
        row.order_id,
        row.occurred_at,
        row.trade_day,
      ]),
    ),
  }
}

type Nulls = 'nulls first' | 'nulls last'

function orderOf(orderBy: TransactionOrder, direction: string, nulls: Nulls): string {
  const key = orderColumns[orderBy].replace('{}', direction)
  return orderBy === 'transactionDate'
    ? `${key} ${direction}, broker_id ${direction}`
    : `${key} ${direction} ${nulls}, occurred_at ${direction}, broker_id ${direction}`
}

async function read(pool: Pool, account: OfAccount, text: string, values: readonly unknown[]): Promise<Transaction[]> {
  const { rows } = await pool.query<[...Row]>({ text, values: [...values], rowMode: 'array' })
  return rows.map((row) => toTransaction(account, row))
}

const toTransaction = (
  { number }: OfAccount,
  [transactionId, type, netAmountCents, description, orderId, occurredAt, tradeDate]: readonly [...Row, ...unknown[]],
): Transaction => ({
  transactionId,
  type,
  netAmount: Number(formatCents(toCents(netAmountCents))),
  description,
  orderId,
  transactionDate: occurredAt.toISOString(),
  tradeDate,
  number,
})
