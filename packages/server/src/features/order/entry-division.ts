// What other orders and actions have to know of an entry that is being divided: who wants the entry to end wants its
// rest to end too, whether it is entered again by then or not, and until it is it counts towards the limits.
// Source: docs/decisions/0083-a-part-does-not-wait.md.
import { type EntryDraft, formatQuantity, isOverOrder, restOfEntry } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { EntryDivisionState } from '../../db/tables/order-tables.ts'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type EntryDivision = Selectable<Tables['entry_division']>

/** States in which a rest may still be entered. */
export const openDivisions: readonly EntryDivisionState[] = ['WAITING', 'CANCELLING', 'PROTECTING', 'ENTERING']
/** States in which the order of the entry is over, or about to be, and its rest is not an order yet. */
const between: readonly EntryDivisionState[] = ['CANCELLING', 'PROTECTING', 'ENTERING']
/** More than any entry is divided in practice. */
const mostParts = 1_000

/** Which entries are meant: one order, all in a code, or all of the account. */
export interface EndedEntries {
  readonly accountId: string
  readonly orderId?: string
  readonly symbol?: string | null
}

/** Notes that these entries are to end: nothing of them is entered again. A rest that is being sent is cancelled. */
export async function refuseRests(
  db: Db | Trx,
  clock: Clock,
  { accountId, orderId, symbol = null }: EndedEntries,
): Promise<void> {
  await db
    .updateTable('entry_division')
    .set({ refused_at: new Date(clock.nowMs()) })
    .where('account_id', '=', accountId)
    .where('state', 'in', openDivisions)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId!))
    .$if(symbol !== null, (query) => query.where('symbol', '=', symbol!))
    .execute()
}

/** What is left of an order that may have been divided. */
export interface LastPart {
  /** The order that has the rest now: itself, where it was not divided. */
  readonly orderId: string
  /** How far the division of that order is; undefined without one. */
  readonly division: EntryDivision | undefined
}

/** Follows an order that was divided to the one that has its rest. */
export async function findLastPart(db: Db | Trx, accountId: string, orderId: string): Promise<LastPart> {
  let last = orderId
  for (let part = 0; part < mostParts; part++) {
    const division = await db
      .selectFrom('entry_division as d')
      .leftJoin('order_request as r', (join) =>
        join.onRef('r.account_id', '=', 'd.account_id').onRef('r.id', '=', 'd.rest_request_id'),
      )
      .selectAll('d')
      .select('r.broker_id as rest_order_id')
      .where('d.account_id', '=', accountId)
      .where('d.order_id', '=', last)
      .executeTakeFirst()
    if (division === undefined || division.rest_order_id === null) return { orderId: last, division }
    last = division.rest_order_id
  }
  return { orderId: last, division: undefined }
}

/** Whether the order was cancelled by us and its rest is not an order yet. */
export const isBetween = (division: EntryDivision | undefined): boolean =>
  division !== undefined && between.includes(division.state)

/** A rest that is neither in our copy of the orders nor among the requests. */
export interface UnenteredRest {
  /** The request of the divided entry. */
  readonly requestId: string
  /** What was allowed: the entry with its own price, for what is left. */
  readonly draft: EntryDraft
  /** The price at which the limits judged the entry. */
  readonly judgedPrice: string | null
}

/** Returns the rests of orders that are over by now: they were allowed with their entry and still count. */
export async function findUnenteredRests(db: Db | Trx, accountId: string): Promise<UnenteredRest[]> {
  const rows = await db
    .selectFrom('entry_division as d')
    .innerJoin('broker_order as o', (join) =>
      join.onRef('o.account_id', '=', 'd.account_id').onRef('o.broker_id', '=', 'd.order_id'),
    )
    .innerJoin('order_request as e', (join) =>
      join.onRef('e.account_id', '=', 'd.account_id').onRef('e.id', '=', 'd.request_id'),
    )
    .select(['d.request_id', 'd.draft', 'o.status', 'o.filled_quantity', 'e.judged_price'])
    .where('d.account_id', '=', accountId)
    .where('d.state', 'in', between)
    .where('d.refused_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('order_request as r')
            .select('r.id')
            .whereRef('r.account_id', '=', 'd.account_id')
            .where('r.request_key', '=', sql<string>`${restKey}::text || d.request_id::text`),
        ),
      ),
    )
    .orderBy('d.request_id')
    .execute()
  return rows.flatMap(
    ({ request_id: requestId, draft, status, filled_quantity: filled, judged_price: judgedPrice }) => {
      const rest = draft === null || !isOverOrder(status) ? null : restOfEntry(draft, new Decimal(filled))
      if (draft === null || rest === null) return []
      const terms = { ...draft.terms, quantity: rest.terms.quantity }
      return [{ requestId, draft: { ...rest, terms }, judgedPrice }]
    },
  )
}

const restKey = 'rest '
/** The key under which the rest of an entry is requested: once, whatever dies. */
export const keyOfRest = (requestId: string): string => `${restKey}${requestId}`

/** Returns what the Orders screen says of orders that were divided, and of their rests, by the broker's id. */
export async function describeDivisions(
  db: Db,
  accountId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('entry_division as d')
    .innerJoin('broker_order as o', (join) =>
      join.onRef('o.account_id', '=', 'd.account_id').onRef('o.broker_id', '=', 'd.order_id'),
    )
    .leftJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'd.account_id').onRef('r.id', '=', 'd.rest_request_id'),
    )
    .select(['d.order_id', 'd.state', 'd.reason', 'r.broker_id', 'o.filled_quantity', 'o.quantity'])
    .where('d.account_id', '=', accountId)
    .where('d.state', 'not in', ['WAITING', 'OVER'])
    .where((eb) => eb.or([eb('d.order_id', 'in', orderIds), eb('r.broker_id', 'in', orderIds)]))
    .execute()
  const words = new Map<string, string>()
  for (const { order_id: orderId, state, reason, broker_id: restId, filled_quantity: filled, quantity } of rows) {
    const part = `${formatQuantity(filled)} of ${formatQuantity(quantity ?? filled)} were filled`
    if (state === 'ENDED') words.set(orderId, `${part}; the rest was not entered again. ${reason ?? ''}`.trim())
    else if (restId === null) words.set(orderId, `${part}; the rest is being entered again.`)
    else {
      words.set(orderId, `${part} and have their stop; the rest is order ${restId}.`)
      if (!words.has(restId)) words.set(restId, `The rest of order ${orderId}.`)
    }
  }
  return words
}
