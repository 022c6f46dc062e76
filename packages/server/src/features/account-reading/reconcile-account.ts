// Reconciles our own record of an account (the contents at the first reading, every transaction since, accepted
// differences) with the brokerage: once per session, and more often while something differs. Findings are never
// removed: one row per day and figure, plus one when both sides agree again.
import {
  type AccountContent,
  type FigureDifference,
  addCalendarDays,
  type Cents,
  explainDifference,
  type MarketDay,
  priceOfValue,
  findDifferences as compare,
  sessionHours,
  toCents,
  toMarketDay,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { alertDifferences } from './alert-differences.ts'
import type { MarketTime } from '../account/market-time.ts'
import type { Reading } from './reading.ts'

/**
 * Brokerages book a trade's transaction some time after the position changes; this is how long to wait after the close.
 */
const bookedWithinMs = 2 * 60 * 60 * 1000
/** How many days of transactions may explain a difference. */
const recentDays = 10

/** Runs in the transaction that stored the reading, under its account's lock. */
export async function reconcileAccount(
  services: Services,
  trx: Trx,
  { account, market, values }: Reading,
): Promise<void> {
  const day = market.lastClosedDay
  const recorded = await readRecord(trx, account.id)
  const told = contentOf(values)
  if (recorded === undefined) {
    await writeOpening(services, trx, account.id, told)
    await trx.updateTable('account_sync').set({ reconciled_day: day }).where('account_id', '=', account.id).execute()
    return
  }
  const open = (await latestDifferences(trx, account.id)).filter(({ isOpen }) => isOpen)
  const sync = await trx
    .selectFrom('account_sync')
    .select('reconciled_day')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  const isDue = (sync?.reconciled_day ?? '') < day && isBooked(market)
  if (!isDue && open.length === 0) return
  const found = compare(recorded, believable(told, recorded, values.reportedCashCents))
  const explain = await explainer(trx, { account, values }, day, found)
  // Between due checks only the end of a difference counts: a trade in progress may appear in one of the broker's
  // responses and not in the other.
  for (const difference of isDue ? found : [])
    await writeDifference(services, trx, {
      accountId: account.id,
      day,
      difference,
      open,
      explanation: explain(difference),
    })
  for (const state of open.filter(({ symbol }) => found.every((one) => one.symbol !== symbol))) {
    const figure = symbolOf(recorded, state.symbol) ?? new Decimal(0)
    await writeDifference(services, trx, {
      accountId: account.id,
      day,
      difference: { symbol: state.symbol, ours: figure, theirs: figure },
      open,
      explanation: 'Both sides agree again.',
    })
  }
  if (isDue)
    await trx.updateTable('account_sync').set({ reconciled_day: day }).where('account_id', '=', account.id).execute()
  await alertDifferences(trx, services.clock, account.id)
  if (found.length > 0)
    services.log.warn(
      { accountId: account.id, day, symbols: found.map(({ symbol }) => symbol ?? 'cash') },
      'our record of an account and its brokerage differ',
    )
}

/** A stopped market is permanently past its close. */
const isBooked = ({ nowMs, day, lastClosedDay }: MarketTime): boolean =>
  day === lastClosedDay || nowMs >= sessionHours(lastClosedDay)!.closeMs + bookedWithinMs

const contentOf = ({ cashCents, positions }: Reading['values']): AccountContent => ({
  cashCents,
  quantities: new Map(positions.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)])),
})

/**
 * Returns the content with the broker's own cash figure where it agrees with ours. Cash derived from value and
 * positions jitters while prices move.
 */
const believable = (told: AccountContent, ours: AccountContent, reportedCents: Cents | null): AccountContent =>
  reportedCents === ours.cashCents ? { ...told, cashCents: reportedCents } : told

const symbolOf = ({ cashCents, quantities }: AccountContent, symbol: string | null): Decimal | undefined =>
  symbol === null ? new Decimal(cashCents.toString()).div(100) : quantities.get(symbol)

/** Returns baseline plus transactions; undefined before the first reading. */
async function readRecord(trx: Trx, accountId: string): Promise<AccountContent | undefined> {
  const { rows } = await sql<{ symbol: string | null; quantity: string; cents: bigint; is_baseline: boolean }>`
    select symbol, coalesce(sum(quantity), 0)::text as quantity, coalesce(sum(cents), 0)::bigint as cents,
      bool_or(is_baseline) as is_baseline
    from (
      select symbol, quantity, cash_cents as cents, true as is_baseline from account_baseline
        where account_id = ${accountId}
      union all
      select symbol, quantity, null, false from account_transaction
        where account_id = ${accountId} and symbol is not null and quantity is not null
      union all
      select null, null, net_amount_cents, false from account_transaction where account_id = ${accountId}
    ) as booked
    group by symbol
  `.execute(trx)
  const cash = rows.find(({ symbol }) => symbol === null)
  if (cash?.is_baseline !== true) return undefined
  return {
    cashCents: toCents(cash.cents),
    quantities: new Map(
      rows.flatMap(({ symbol, quantity }) => (symbol === null ? [] : [[symbol, new Decimal(quantity)]])),
    ),
  }
}

/** Records the opening content, before all known transactions: the present content with every one of them undone. */
async function writeOpening({ clock }: Services, trx: Trx, accountId: string, told: AccountContent): Promise<void> {
  const booked = await trx
    .selectFrom('account_transaction')
    .select(['symbol', 'quantity', 'net_amount_cents'])
    .where('account_id', '=', accountId)
    .execute()
  const quantities = new Map(told.quantities)
  for (const { symbol, quantity } of booked)
    if (symbol !== null && quantity !== null)
      quantities.set(symbol, (quantities.get(symbol) ?? new Decimal(0)).minus(quantity))
  const cash = booked.reduce((sum, { net_amount_cents }) => sum - net_amount_cents, told.cashCents as bigint)
  const common = {
    account_id: accountId,
    kind: 'opening' as const,
    created_by: null,
    created_at: new Date(clock.nowMs()),
  }
  const shares = [...quantities].filter(([, quantity]) => !quantity.isZero())
  await trx
    .insertInto('account_baseline')
    .values([
      { ...common, id: newId(clock), symbol: null, cash_cents: cash, quantity: null },
      ...shares.map(([symbol, quantity]) => ({
        ...common,
        id: newId(clock),
        symbol,
        cash_cents: null,
        quantity: quantity.toFixed(),
      })),
    ])
    .execute()
}

export interface DifferenceState {
  readonly id: string
  readonly symbol: string | null
  readonly day: string
  readonly ours: Decimal
  readonly theirs: Decimal
  readonly isOpen: boolean
  readonly since: string
}

/** Returns the newest row of every figure that ever differed. */
export async function latestDifferences(trx: Trx, accountId: string): Promise<DifferenceState[]> {
  const rows = await trx
    .selectFrom('account_difference')
    .distinctOn('symbol')
    .select(['id', 'symbol', 'day', 'ours', 'theirs', 'is_open', 'since_day'])
    .where('account_id', '=', accountId)
    .orderBy('symbol', (order) => order.asc().nullsFirst())
    .orderBy('position', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    day: row.day,
    ours: new Decimal(row.ours),
    theirs: new Decimal(row.theirs),
    isOpen: row.is_open,
    since: row.since_day,
  }))
}

async function explainer(
  trx: Trx,
  { account, values }: Pick<Reading, 'account' | 'values'>,
  day: MarketDay,
  found: readonly FigureDifference[],
): Promise<(one: FigureDifference) => string> {
  if (found.length === 0) return () => ''
  const rows = await trx
    .selectFrom('account_transaction')
    .select(['day', 'net_amount_cents', 'description'])
    .where('account_id', '=', account.id)
    .where('day', '>=', addCalendarDays(day, -recentDays))
    .orderBy('occurred_at')
    .execute()
  const facts = {
    transactions: rows.map((row) => ({
      day: toMarketDay(row.day),
      netCents: row.net_amount_cents,
      description: row.description,
    })),
    prices: new Map(
      values.positions.map(({ symbol, marketValueCents, quantity }) => [
        symbol,
        // Per contract, not per share: the cash of a trade is compared with it.
        priceOfValue({ marketValueCents, quantity, multiplier: 1 }),
      ]),
    ),
  }
  return (one) => explainDifference(one, found, facts)
}

export interface WriteDifferenceOptions {
  readonly accountId: string
  readonly day: MarketDay
  readonly difference: FigureDifference
  readonly open: readonly DifferenceState[]
  readonly explanation: string
}

/** Records a difference: one row per day, and another on the same day only when the figures change. */
export async function writeDifference(
  { clock }: Services,
  trx: Trx,
  { accountId, day, difference, open, explanation }: WriteDifferenceOptions,
): Promise<void> {
  const before = open.find(({ symbol }) => symbol === difference.symbol)
  if (before?.day === day && before.ours.equals(difference.ours) && before.theirs.equals(difference.theirs)) return
  await trx
    .insertInto('account_difference')
    .values({
      id: newId(clock),
      account_id: accountId,
      day,
      symbol: difference.symbol,
      ours: difference.ours.toFixed(),
      theirs: difference.theirs.toFixed(),
      since_day: before?.since ?? day,
      explanation,
      found_at: new Date(clock.nowMs()),
    })
    .execute()
}
