// One trade of the journal with everything about it: fills, orders, stop, excursion, note.
import { Refusal, type RouteParams, type Routes, type TradeDetail } from '@clubfolio/contract'
import {
  codeKey,
  divideFractions,
  fraction,
  fractionToNumber,
  heldTrade,
  isOptionCode,
  rHundredths,
  splitFactor,
  type Cents,
  type ExtremeResult,
  type JournalTrade,
  type RoundTrip,
  type TripFill,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { shownStatus } from '../broker-order/shown-status.ts'
import { isChartedMarket } from '../account/charted-market.ts'
import { activeSource } from '../stock/active-market.ts'
import { priceFigure } from '../stock/price-figure.ts'
import { segmentsColumn, type SegmentsColumn } from '../stock/split-rows.ts'
import { deriveTrades, orderOfKey } from './derive-trades.ts'
import { findJournalAccount } from './journal-account.ts'
import { measureOpenTrades } from './measure-open-trades.ts'
import { refreshTrades } from './refresh-trades.ts'
import { toTradeRow, tradeRecordColumns, tradesOf, type TradeRecord } from './select-trades.ts'
import { entryIdsOf } from './stored-trade.ts'
import { noteOf, readNotes } from './trade-note.ts'
import { tradeExcursion, type SplitDay } from './trade-excursion.ts'

/** Throws `notFound`. */
export async function findTrade(
  services: Services,
  ownerId: string,
  { accountId, tradeId }: RouteParams<Routes['journal']['findTrade']>,
): Promise<TradeDetail> {
  const { db } = services
  const account = await findJournalAccount(db, ownerId, accountId)
  await refreshTrades(services, [accountId])
  const open = await measureOpenTrades(services, [accountId], tradeId)
  const { rows } = await sql<TradeRecord>`
    select ${tradeRecordColumns} from ${tradesOf([accountId], open)} where t.trade_id = ${tradeId}`.execute(db)
  const stored = rows[0]
  const trade = stored && (await deriveTrades(db, accountId, stored.codes)).find(({ id }) => id === tradeId)
  const leg = trade?.legs[0]
  if (!stored || !trade || !leg) throw new Refusal('notFound')
  const { note } = noteOf(tradeId, entryIdsOf(trade), await readNotes(db, accountId))
  const market = await readMarket(db, trade.underlying)
  const isCharted = market !== undefined && isChartedMarket(account.market_source, market.source)
  const segments = isCharted ? (market.segments ?? []) : []
  const { openedAt } = leg
  const excursion =
    isCharted && trade.legs.length === 1 && openedAt !== null && !isOptionCode(leg.symbol)
      ? await tradeExcursion(services, { symbol: leg.symbol, openedAt, held: heldTrade(leg) }, segments)
      : undefined
  const risk = trade.riskCents
  return {
    trade: toTradeRow(stored),
    note,
    stop: trade.stop && {
      orderId: trade.stop.orderId,
      price: priceFigure(fractionToNumber(trade.stop.price)),
    },
    excursion: excursion
      ? { best: toExtreme(excursion.best, risk), worst: toExtreme(excursion.worst, risk), source: excursion.source }
      : null,
    chartCode: isCharted ? trade.underlying : null,
    fills: trade.legs
      .flatMap((of) => of.fills.map((fill) => toFill(of, fill, segments)))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
    orders: await findOrders(db, accountId, trade),
  }
}

async function readMarket(
  db: Db,
  code: string,
): Promise<{ readonly source: string; readonly segments: SegmentsColumn } | undefined> {
  const { rows } = await sql<{ source: string; segments: SegmentsColumn }>`
    select ${activeSource} as source, (
      select ${sql.raw(segmentsColumn)} from instrument i
        where i.source = ${activeSource} and i.code_key = ${codeKey(code)}
    ) as segments
  `.execute(db)
  return rows[0]
}

function toExtreme({ cents, price, at }: ExtremeResult, risk: Cents | null) {
  return {
    amount: cents,
    price: priceFigure(price.toNumber()),
    at,
    r: risk === null ? null : rHundredths(cents, risk) / 100,
  }
}

function toFill(
  { symbol, multiplier }: RoundTrip,
  { id, at, day, role, isTrade, quantity, amountCents, feeCents, orderKey }: TripFill,
  segments: readonly SplitDay[],
): TradeDetail['fills'][number] {
  const factor = isOptionCode(symbol) ? 1 : splitFactor<string>(segments, day)
  const price =
    isTrade && amountCents !== null
      ? -fractionToNumber(divideFractions(fraction(amountCents, 100n * BigInt(multiplier)), quantity))
      : null
  const moved = fractionToNumber(quantity)
  return {
    id,
    code: symbol,
    at,
    day,
    role,
    quantity: moved,
    price: price === null ? null : priceFigure(price),
    amount: amountCents,
    fees: feeCents,
    orderId: orderOfKey(orderKey),
    chartPrice: price === null || isOptionCode(symbol) ? null : priceFigure(price / factor),
    chartQuantity: moved * factor,
  }
}

/** More would be of no use on a screen. */
const mostOrders = 200

/** Returns the orders that filled the trade and those that worked in its codes while it was open, oldest first. */
async function findOrders(db: Db, accountId: string, trade: JournalTrade): Promise<TradeDetail['orders']> {
  const orderIds = [
    ...new Set(
      trade.legs.flatMap(({ fills }) => fills.flatMap(({ orderKey }) => (orderKey === null ? [] : [orderKey]))),
    ),
  ]
  const { openedAt, closedAt } = trade
  const rows = await db
    .selectFrom('broker_order as o')
    .select([
      'o.broker_id',
      'o.symbol',
      'o.instruction',
      'o.order_type',
      'o.quantity',
      'o.price',
      'o.stop_price',
      'o.entered_at',
      'o.closed_at',
      shownStatus('o').as('status'),
    ])
    .where('o.account_id', '=', accountId)
    .where('o.order_type', 'is not', null)
    .where((eb) =>
      eb.or([
        ...(orderIds.length === 0 ? [] : [eb('o.broker_id', 'in', orderIds)]),
        eb.and([
          eb(
            'o.symbol',
            'in',
            trade.legs.map(({ symbol }) => symbol),
          ),
          ...(closedAt === null ? [] : [eb('o.entered_at', '<=', new Date(closedAt))]),
          ...(openedAt === null
            ? []
            : [eb.or([eb('o.closed_at', 'is', null), eb('o.closed_at', '>=', new Date(openedAt))])]),
        ]),
      ]),
    )
    .orderBy('o.entered_at')
    .orderBy('o.broker_id')
    .limit(mostOrders)
    .execute()
  return rows.map((row) => ({
    orderId: row.broker_id,
    code: row.symbol ?? trade.underlying,
    instruction: row.instruction ?? '',
    orderType: row.order_type ?? '',
    status: row.status,
    quantity: row.quantity === null ? null : Number(row.quantity),
    price: row.price === null ? null : priceFigure(Number(row.price)),
    stopPrice: row.stop_price === null ? null : priceFigure(Number(row.stop_price)),
    enteredAt: row.entered_at.getTime(),
    closedAt: row.closed_at?.getTime() ?? null,
  }))
}
