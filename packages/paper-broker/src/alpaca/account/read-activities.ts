// Reads an account's transactions as activities of the Alpaca wire. A transaction is one activity, and one more for
// each fee that was charged with it.

import { type EpochMs, type MarketDay, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { DOLLAR_SYMBOL } from '../../ledger/cash-item.ts'
import { readTransactionPage } from '../../trader/read-transactions.ts'
import type { ReadTransaction, TransactionItemRow } from '../../trader/read-transactions.ts'

/** The types that the books of the brokerage have. */
export type ActivityType = 'FILL' | 'FEE' | 'CSD' | 'CSW' | 'DIV' | 'SPLIT' | 'SPIN' | 'OPEXP' | 'OPCSH' | 'OPCA'

/** The types that move cash without an order. */
export const CASH_TYPES: readonly ActivityType[] = ['FEE', 'CSD', 'CSW', 'DIV', 'SPLIT', 'SPIN', 'OPCSH', 'OPCA']

export interface Activity {
  readonly type: ActivityType
  /** Counts the activities of a transaction from 0. */
  readonly part: number
  readonly transaction: ReadTransaction['transaction']
  readonly item: TransactionItemRow
  /** The New York date it belongs to. */
  readonly day: MarketDay
}

const DEPOSITS: ReadonlySet<string> = new Set(['CASH_RECEIPT', 'ACH_RECEIPT', 'ELECTRONIC_FUND', 'WIRE_IN'])
const PAYOUTS: ReadonlySet<string> = new Set(['CASH_DISBURSEMENT', 'ACH_DISBURSEMENT', 'WIRE_OUT'])

/** Returns the type of an option's end: worthless, settled in cash, or paid out before a split of its shares. */
function endOf({ transaction }: ReadTransaction, item: TransactionItemRow): ActivityType {
  if (transaction.reference?.startsWith('SPLIT') === true) return 'OPCA'
  return item.amount_cents === 0n ? 'OPEXP' : 'OPCSH'
}

function typeOf(read: ReadTransaction, item: TransactionItemRow): ActivityType {
  const { kind, order_id: orderId, description, net_amount_cents: net } = read.transaction
  if (item.fee_type !== null) return 'FEE'
  if (kind === 'TRADE') return orderId === null && item.position_effect === 'AUTOMATIC' ? endOf(read, item) : 'FILL'
  if (kind === 'DIVIDEND_OR_INTEREST') return 'DIV'
  if (kind === 'RECEIVE_AND_DELIVER') return description.startsWith('Spin-off') ? 'SPIN' : 'SPLIT'
  if (DEPOSITS.has(kind)) return 'CSD'
  if (PAYOUTS.has(kind)) return 'CSW'
  return net < 0n ? 'CSW' : 'CSD'
}

/** Returns the activities of one transaction: what it is for, then its fees. */
export function activitiesOf(read: ReadTransaction): Activity[] {
  const { transaction, items } = read
  const main = items.filter((item) => item.fee_type === null)
  return [...main, ...items.filter((item) => item.fee_type !== null)].map((item, part) => {
    const type = typeOf(read, item)
    return {
      type,
      part,
      transaction,
      item,
      day:
        type === 'FILL' || item.symbol === DOLLAR_SYMBOL
          ? newYorkDateAt(toEpochMs(transaction.occurred_at.getTime()))
          : transaction.market_day,
    }
  })
}

export interface ActivityPlace {
  readonly activityId: bigint
  readonly part: number
}

export interface ActivityQuery {
  readonly types: ReadonlySet<ActivityType>
  /** Both exclusive. */
  readonly after: EpochMs | undefined
  readonly until: EpochMs | undefined
  readonly day: MarketDay | null
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** The activity that the page before ended with. */
  readonly beyond: ActivityPlace | null
}

const BATCH = 200

function isBeyond(one: Activity, beyond: ActivityPlace, direction: 'asc' | 'desc'): boolean {
  const { activity_id: id } = one.transaction
  if (id !== beyond.activityId) return true
  return direction === 'asc' ? one.part > beyond.part : one.part < beyond.part
}

function isWanted(one: Activity, query: ActivityQuery): boolean {
  const at = one.transaction.occurred_at.getTime()
  return (
    query.types.has(one.type) &&
    (query.day === null || one.day === query.day) &&
    (query.after === undefined || at > query.after) &&
    (query.until === undefined || at < query.until) &&
    (query.beyond === null || isBeyond(one, query.beyond, query.direction))
  )
}

/** Returns a page of activities in the order asked for. */
export async function readActivities(database: Database, accountId: string, query: ActivityQuery): Promise<Activity[]> {
  const found: Activity[] = []
  let from = query.beyond?.activityId ?? null
  let isFirst = true
  for (;;) {
    const page = await readTransactionPage(database, accountId, {
      from,
      isInclusive: isFirst,
      direction: query.direction,
      limit: BATCH,
    })
    isFirst = false
    for (const read of page) {
      const ordered = activitiesOf(read)
      for (const one of query.direction === 'asc' ? ordered : ordered.toReversed()) {
        if (found.length < query.limit && isWanted(one, query)) found.push(one)
      }
    }
    const last = page.at(-1)
    if (found.length >= query.limit || page.length < BATCH || last === undefined) return found
    from = last.transaction.activity_id
  }
}

type ExecutionRow = Selectable<Tables['paper.execution']>

export interface FillFacts {
  readonly cumulated: bigint
  readonly left: bigint
}

/** Returns how far each fill brought its order, by activity number. */
export async function readFillFacts(
  database: Database,
  accountId: string,
  activities: readonly Activity[],
): Promise<Map<bigint, FillFacts>> {
  const orderIds = [...new Set(activities.flatMap(({ transaction }) => transaction.order_id ?? []))]
  if (orderIds.length === 0) return new Map()
  const orders = await database
    .selectFrom('paper.account_order')
    .select(['order_id', 'quantity', 'filled', 'legs'])
    .where('account_id', '=', accountId)
    .where('order_id', 'in', orderIds)
    .execute()
  const executions = await database
    .selectFrom('paper.execution')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('line')
    .execute()
  const facts = new Map<bigint, FillFacts>()
  for (const order of orders) {
    const ratioOf = ({ leg }: ExecutionRow): bigint => BigInt(order.legs?.[leg - 1]?.ratio ?? 1)
    const done = new Map<number, bigint>()
    for (const execution of executions.filter((one) => one.order_id === order.order_id)) {
      const cumulated = (done.get(execution.leg) ?? 0n) + execution.quantity
      done.set(execution.leg, cumulated)
      const left = (order.quantity ?? 0n) * ratioOf(execution) - cumulated
      facts.set(execution.activity_id, { cumulated, left: left > 0n ? left : 0n })
    }
  }
  return facts
}

/** Returns the shares that an account held right before a transaction, for a dividend that was paid on them. */
export async function sharesBefore(
  database: Database,
  accountId: string,
  { transaction, item }: Activity,
): Promise<bigint> {
  const row = await database
    .selectFrom('paper.transaction as t')
    .innerJoin('paper.transaction_item as i', (join) =>
      join.onRef('i.account_id', '=', 't.account_id').onRef('i.activity_id', '=', 't.activity_id'),
    )
    .select(({ fn }) => fn.sum<string>('i.quantity_change').as('quantity'))
    .where('t.account_id', '=', accountId)
    .where('i.symbol', '=', item.symbol)
    .where('t.activity_id', '<', transaction.activity_id)
    .where('t.occurred_at', '<=', transaction.occurred_at)
    .executeTakeFirst()
  return BigInt(row?.quantity ?? '0')
}
