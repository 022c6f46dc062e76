// Turns the changes of an account's orders into the events of the account stream. It compares what it has reported with
// what the tables hold, so nothing is reported twice and nothing is lost, however often or late it looks. Each event
// has the order as it was then.

import type { Database } from '../../db/connect.ts'
import type { DatabaseTransaction } from '../../db/in-transaction.ts'
import type { OrderRow } from '../../engine/order-row.ts'
import type { OrderStatus } from '../../kind/order-kind.ts'
import { OPEN_STATUSES } from '../../order/order.ts'
import type { ExecutionRow } from '../../trader/read-orders.ts'
import { numberedId } from '../kernel/alpaca-id.ts'
import { instantText } from '../kernel/alpaca-time.ts'
import { alpacaStatus, averageOf } from '../order/alpaca-order-wire.ts'
import { findOrder } from '../order/find-orders.ts'

/** The data of one message on the stream `trade_updates`. */
export type TradeUpdate = Readonly<Record<string, unknown>> & { readonly event: string; readonly order: object }

/** What an order has not yet been through at one of its earlier events. */
const UNTOUCHED = {
  filled_qty: '0',
  filled_avg_price: null,
  filled_at: null,
  canceled_at: null,
  expired_at: null,
  failed_at: null,
  replaced_at: null,
  replaced_by: null,
}

interface FillsToReport {
  readonly executions: readonly ExecutionRow[]
  /** The last line that was reported. */
  readonly reported: number
  readonly order: object
}

interface Reported {
  readonly status: OrderStatus
  readonly line: number
}

const WAITS: ReadonlySet<OrderStatus> = new Set(['AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED'])
const OPEN: ReadonlySet<OrderStatus> = new Set(OPEN_STATUSES)

const ENDS: Readonly<Partial<Record<OrderStatus, string>>> = {
  PENDING_CANCEL: 'pending_cancel',
  CANCELED: 'canceled',
  EXPIRED: 'expired',
  REPLACED: 'replaced',
  REJECTED: 'rejected',
}

/** Returns the events before any fill: an order that is taken, or that starts to work after it waited. */
function firstEvents({ status }: OrderRow, before: Reported | undefined, hasFills: boolean): string[] {
  if (before === undefined) return WAITS.has(status) ? ['pending_new'] : status === 'REJECTED' ? [] : ['new']
  return WAITS.has(before.status) && (status === 'WORKING' || status === 'FILLED' || hasFills) ? ['new'] : []
}

async function positionAfter(
  database: Database,
  { account_id: accountId }: OrderRow,
  symbol: string,
  activityId: bigint,
): Promise<string> {
  const row = await database
    .selectFrom('paper.transaction_item')
    .select(({ fn }) => fn.sum<string>('quantity_change').as('quantity'))
    .where('account_id', '=', accountId)
    .where('symbol', '=', symbol)
    .where('activity_id', '<=', activityId)
    .executeTakeFirst()
  return row?.quantity ?? '0'
}

/** Follows the orders of one account. `start` takes the present as reported, `changes` returns what came after it. */
export class OrderFollower {
  readonly #database: Database
  readonly #accountId: string
  #newest = 0n
  readonly #open = new Map<bigint, Reported>()

  constructor(database: Database, accountId: string) {
    this.#database = database
    this.#accountId = accountId
  }

  async start(): Promise<void> {
    await this.#read(async (transaction) => {
      const rows = await transaction
        .selectFrom('paper.account_order')
        .selectAll()
        .where('account_id', '=', this.#accountId)
        .where('status', 'in', OPEN_STATUSES)
        .execute()
      for (const row of rows) {
        const executions = await this.#executions(transaction, row)
        this.#open.set(row.order_id, { status: row.status, line: executions.at(-1)?.line ?? 0 })
      }
      const last = await transaction
        .selectFrom('paper.account_order')
        .select(({ fn }) => fn.max('order_id').as('order_id'))
        .where('account_id', '=', this.#accountId)
        .executeTakeFirst()
      // No order has no number, although the type of a maximum does not say so.
      this.#newest = BigInt(last?.order_id ?? 0)
    })
  }

  /** Returns the updates since the last look, in the order of the orders. */
  async changes(): Promise<TradeUpdate[]> {
    return this.#read(async (transaction) => {
      const known = [...this.#open.keys()]
      const rows = await transaction
        .selectFrom('paper.account_order')
        .selectAll()
        .where('account_id', '=', this.#accountId)
        .where((eb) =>
          known.length === 0
            ? eb('order_id', '>', this.#newest)
            : eb.or([eb('order_id', '>', this.#newest), eb('order_id', 'in', known)]),
        )
        .orderBy('order_id')
        .execute()
      const updates: TradeUpdate[] = []
      for (const row of rows) {
        updates.push(...(await this.#changesOf(transaction, row)))
        if (row.order_id > this.#newest) this.#newest = row.order_id
      }
      return updates
    })
  }

  /**
   * Reads one snapshot. Without it, the last execution could be read with the order as it was before, and be reported
   * as a part; the fill would then never be reported.
   */
  async #read<T>(look: (transaction: DatabaseTransaction) => Promise<T>): Promise<T> {
    return this.#database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)
  }

  async #executions(database: Database, row: OrderRow): Promise<ExecutionRow[]> {
    return database
      .selectFrom('paper.execution')
      .selectAll()
      .where('account_id', '=', row.account_id)
      .where('order_id', '=', row.order_id)
      .orderBy('line')
      .orderBy('leg')
      .execute()
  }

  async #changesOf(database: Database, row: OrderRow): Promise<TradeUpdate[]> {
    const before = this.#open.get(row.order_id)
    const executions = await this.#executions(database, row)
    const line = executions.at(-1)?.line ?? 0
    if (OPEN.has(row.status)) this.#open.set(row.order_id, { status: row.status, line })
    else this.#open.delete(row.order_id)
    // The wrapper of a pair is no order of this wire.
    if (row.strategy === 'OCO') return []
    const order = await findOrder(database, row.account_id, row.order_id, false)
    if (order === null) return []
    const at = instantText(row.closed_at ?? executions.at(-1)?.occurred_at ?? row.entered_at)
    const reported = before?.line ?? 0
    const updates: TradeUpdate[] = firstEvents(row, before, line > reported).map((event) => ({
      event,
      timestamp: before === undefined ? instantText(row.entered_at) : at,
      order: { ...order, ...UNTOUCHED, status: WAITS.has(row.status) ? alpacaStatus(row) : event },
    }))
    updates.push(...(await this.#fills(database, row, { executions, reported, order })))
    const end = row.status === before?.status ? undefined : ENDS[row.status]
    if (end !== undefined) updates.push({ event: end, timestamp: at, order })
    return updates
  }

  /** Returns the fills after a line, each with the order as it was after it. */
  async #fills(
    database: Database,
    row: OrderRow,
    { executions, reported, order }: FillsToReport,
  ): Promise<TradeUpdate[]> {
    const fills: TradeUpdate[] = []
    const ratio = BigInt(row.legs?.[0]?.ratio ?? 1)
    const firsts = executions.filter(({ leg }) => leg === 1)
    for (const [n, first] of firsts.entries()) {
      if (first.line <= reported) continue
      const isLast = n === firsts.length - 1 && row.status === 'FILLED'
      const done = firsts.slice(0, n + 1)
      const filled = done.reduce((sum, { quantity }) => sum + quantity, 0n) / ratio
      fills.push({
        event: isLast ? 'fill' : 'partial_fill',
        timestamp: instantText(first.occurred_at),
        execution_id: numberedId('execution', first.activity_id),
        price: averageOf([first]),
        qty: String(first.quantity / ratio),
        position_qty: await positionAfter(database, row, row.symbol ?? '', first.activity_id),
        order: isLast
          ? order
          : {
              ...order,
              ...UNTOUCHED,
              status: 'partially_filled',
              filled_qty: String(filled),
              filled_avg_price: averageOf(done),
            },
      })
    }
    return fills
  }
}
