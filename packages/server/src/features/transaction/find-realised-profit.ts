// Realised profit of an account by lots, first in first out, between two days; fees and dividends are separate. Used by
// reports. Every known transaction is replayed, whatever the span, because the closed lots may be older. The result is
// cached for the next page.
import type { RealisedProfit } from '@clubfolio/contract'
import {
  decimalFraction,
  fractionText,
  matchLots,
  unwindCost,
  type LotEvent,
  type MarketDay,
  type OpenLot,
  type RealisedGain,
  roundToCents,
  toCents,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { readSnapshot } from '../../kernel/read-snapshot.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { RealisedHistory } from './realised-cache.ts'
import { findSecurityRows } from './find-security-rows.ts'
import { lotEvent, type SecurityRow } from './lot-events.ts'
import { sumGains } from './sum-gains.ts'

export interface RealisedSpan {
  readonly fromDate: string | null
  readonly toDate: string | null
}

/** In order of closing, by symbol within a day. */
export async function findRealisedProfit(
  services: Pick<Services, 'db' | 'realised'>,
  accountId: string,
  span: RealisedSpan,
): Promise<RealisedProfit> {
  const isWithin = (day: string) =>
    (span.fromDate === null || day >= span.fromDate) && (span.toDate === null || day <= span.toDate)
  const all = await readRealisedHistory(services, accountId)
  const gains = all.gains.filter(({ closedDay }) => isWithin(closedDay))
  const incomes = all.incomes.filter(({ day }) => isWithin(day))
  const { profit, fees, unknown } = sumGains(gains)
  const income = toCents(incomes.reduce((sum, { amount }) => sum + amount, 0n))
  return { gains, incomes, profit, fees, income, unknownCount: unknown }
}

/** Returns the cached history if it is current, otherwise computes it: a hundred thousand trades take seconds. */
async function readRealisedHistory(
  { db, realised }: Pick<Services, 'db' | 'realised'>,
  accountId: string,
): Promise<RealisedHistory> {
  const current = await readVersion(db, accountId)
  const known = current === undefined ? undefined : realised.find(accountId, current)
  if (known) return known
  // Version and rows in one snapshot, so that they match whatever is written meanwhile.
  const { version, rows: history } = await readSnapshot(db, {
    version: (trx) => readVersion(trx, accountId),
    rows: (trx) => workOut(trx, accountId),
  })
  if (version !== undefined) realised.keep(accountId, version, history)
  return history
}

/**
 * Returns the version of the transactions combined with the positions' quantities and average prices, but not with
 * their values, which change every minute.
 */
async function readVersion(db: Db | Trx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select v.version || coalesce((
      select md5(string_agg(concat_ws('|', p.symbol, p.quantity, p.average_price, p.multiplier), E'\\n'
        order by p.symbol)) from account_position p where p.account_id = v.account_id
    ), '') as version
    from realised_version v where v.account_id = ${accountId}`.execute(db)
  return rows[0]?.version
}

async function workOut(db: Trx, accountId: string): Promise<RealisedHistory> {
  const rows = await findSecurityRows(db, accountId)
  const positions = await db
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'average_price', 'multiplier'])
    .where('account_id', '=', accountId)
    .execute()
  const gains = [...bySymbol(rows)].flatMap(([symbol, ofSymbol]) => {
    const present = positions.find((position) => position.symbol === symbol)
    const events = ofSymbol.flatMap((row) => lotEvent(row) ?? [])
    return matchLots(events, openingLot(ofSymbol, events, present)).gains.map((gain) => toRow(symbol, gain))
  })
  gains.sort((a, b) => compare(a.closedDay, b.closedDay) || compare(a.instrumentCode, b.instrumentCode))
  const incomes = await incomeRows(db, accountId)
  return {
    gains,
    incomes: incomes.map(({ broker_id, day, symbol, description, net_amount_cents }) => ({
      transactionId: broker_id,
      instrumentCode: symbol,
      day,
      description,
      amount: toCents(net_amount_cents),
    })),
  }
}

function bySymbol(rows: readonly SecurityRow[]): Map<string, SecurityRow[]> {
  const groups = new Map<string, SecurityRow[]>()
  for (const row of rows) {
    const group = groups.get(row.symbol)
    if (group) group.push(row)
    else groups.set(row.symbol, [row])
  }
  return groups
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function toRow(symbol: string, gain: RealisedGain): RealisedProfit['gains'][number] {
  return {
    instrumentCode: symbol,
    side: gain.side,
    quantity: Number(fractionText(gain.quantity, 8)),
    openedDay: gain.openedDay,
    closedDay: gain.closedDay,
    openedId: gain.openedId,
    closedId: gain.closedId,
    cost: gain.costCents,
    proceeds: gain.proceedsCents,
    profit: gain.profitCents,
    fees: gain.feeCents,
  }
}

const incomeRows = (db: Trx, accountId: string) =>
  db
    .selectFrom('account_transaction')
    .select(['broker_id', 'trade_date as day', 'symbol', 'description', 'net_amount_cents'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'DIVIDEND_OR_INTEREST')
    .orderBy('occurred_at')
    .orderBy('broker_id')
    .execute()

interface Present {
  readonly quantity: string
  readonly average_price: string
  readonly multiplier: number
}

/**
 * Returns the holding before the first known transaction: the current quantity without all changes. Its cost is derived
 * backwards from the current average price as long as the position was never flat; otherwise it is unknown.
 */
function openingLot(
  rows: readonly SecurityRow[],
  events: readonly LotEvent[],
  present: Present | undefined,
): OpenLot[] {
  const now = new Decimal(present?.quantity ?? 0)
  const quantity = rows.reduce((left, row) => left.minus(row.quantity), now)
  if (quantity.isZero()) return []
  const multiplier = present?.multiplier ?? 1
  const changes = events.map((event, index) => ({
    quantity: new Decimal(rows[index]!.quantity),
    grossCost: grossCostOf(event),
  }))
  const cost =
    present && events.length === rows.length
      ? unwindCost({ quantity: now, cost: now.times(present.average_price).times(multiplier), multiplier }, changes)
      : undefined
  const amountCents = cost === undefined ? null : roundToCents(cost.abs())
  return [
    {
      side: quantity.isNegative() ? 'SHORT' : 'LONG',
      openedId: null,
      openedDay: null as MarketDay | null,
      quantity: decimalFraction(quantity.abs().toFixed()),
      amountCents,
      feeCents: toCents(0n),
    },
  ]
}

/** A split leaves the cost of a position. */
function grossCostOf(event: LotEvent): Decimal | null {
  if (event.kind === 'SPLIT') return null
  return event.kind === 'TRADE' ? new Decimal((-event.grossCents).toString()).div(100) : new Decimal(0)
}
