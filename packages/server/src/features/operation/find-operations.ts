// The open positions of an account as last read, at the newest prices, with the stops that protect them. Source:
// docs/rules/trading.md, "Operations".
import {
  Refusal,
  type FilledPart,
  type Operation,
  type OrphanedStop,
  type ProtectionRepair,
  type RejectedStop,
} from '@clubfolio/contract'
import {
  codeKey,
  judgeProtection,
  limitLosses,
  operationFigures,
  priceOfValue,
  proposeRepair,
  unlimited,
  type Cents,
  type LossLimit,
  type RepairPlan as Repair,
  toCents,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { compileTogether } from '../../db/compiled-statements.ts'
import { part, rawPart, type Part } from '../../db/read-together.ts'
import type { Services } from '../../services.ts'
import { namesOf, namesPart } from '../account/instrument-names.ts'
import { accountKinds, selectOwnAccount, type OwnAccount } from '../account/own-account.ts'
import { realisedOf, tradesPart } from '../account/realised-on-open.ts'
import { hasLiveQuotes } from '../quote/find-account-quotes.ts'
import { listedSharesPart, quotesOf, type ListedRow } from '../quote/find-quotes.ts'
import {
  dayParts,
  dayProfits,
  dayValues,
  isShare,
  readDayMarket,
  type DayValues,
  type PricedPosition,
} from './find-day-profits.ts'
import { findFilledParts } from './filled-parts.ts'
import { heldPosition } from './held-position.ts'
import { findRejectedStops, type UncoveredPosition } from './rejected-stops.ts'
import { orphanedStops, stopsOf, toStopOrders, workingStopsPart, type StopOrder } from './working-stops.ts'

interface PositionRow {
  readonly symbol: string
  readonly asset_type: string
  readonly description: string | null
  readonly multiplier: number
  readonly quantity: string
  readonly average_price: string
  readonly market_value_cents: Cents
}

/** The account may be that of a query of the same statement. */
const positionsPart = (db: Db, accountId: string | RawBuilder<string>): Part<PositionRow> =>
  part(
    db
      .selectFrom('account_position')
      .select(['symbol', 'asset_type', 'description', 'multiplier', 'quantity', 'average_price', 'market_value_cents'])
      .where('account_id', '=', accountId)
      .orderBy('symbol'),
    {
      symbol: 'text',
      asset_type: 'text',
      description: 'text',
      multiplier: 'number',
      quantity: 'text',
      average_price: 'text',
      market_value_cents: 'bigint',
    },
  )

interface Holdings {
  readonly account: OwnAccount
  readonly positions: readonly PositionRow[]
  readonly stops: readonly StopOrder[]
}

const findHoldings = compileTogether((db, { accountId }: { accountId: string }) => ({
  parts: { positions: positionsPart(db, accountId), stops: workingStopsPart(db, accountId) },
}))

async function readHoldings(db: Db, account: OwnAccount): Promise<Holdings> {
  const { positions, stops } = await findHoldings(db, { accountId: account.id })
  return { account, positions, stops: toStopOrders(stops) }
}

const findOwnHoldings = compileTogether((db, { ownerId, number }: { ownerId: string; number: string }) => {
  const ownId = sql<string>`(select id from own)`
  return {
    parts: {
      accounts: rawPart(sql`select * from own`, accountKinds),
      positions: positionsPart(db, ownId),
      stops: workingStopsPart(db, ownId),
    },
    shared: { own: sql`${selectOwnAccount(db, ownerId, number)}` },
  }
})

/** Reads the same with the owner's account of this number. Throws `notFound`. */
async function readOwnHoldings(db: Db, ownerId: string, number: string): Promise<Holdings> {
  const { accounts, positions, stops } = await findOwnHoldings(db, { ownerId, number })
  const [account] = accounts
  if (account === undefined) throw new Refusal('notFound')
  return { account, positions, stops: toStopOrders(stops) }
}

/** Returns the operations, ordered by code. */
export const findOperations = async (services: Services, account: OwnAccount): Promise<Operation[]> =>
  toOperations(services, await readHoldings(services.db, account))

/** Returns the operations of the owner's account of this number. Throws `notFound`. */
export const findOwnOperations = async (services: Services, ownerId: string, number: string): Promise<Operation[]> =>
  toOperations(services, await readOwnHoldings(services.db, ownerId, number))

interface FigureValues extends DayValues {
  readonly nameKeys: readonly string[]
  /** The shares whose price ticks. */
  readonly live: readonly string[]
  readonly liveKeys: readonly string[]
}

const findFigureRows = compileTogether((db, values: FigureValues) => ({
  parts: {
    names: namesPart(db, values.nameKeys),
    trades: tradesPart(db, values.accountId, values.symbols),
    ...dayParts(db, values),
    listed: listedSharesPart(values.live, values.liveKeys),
  },
}))

async function toOperations(services: Services, { account, positions, stops }: Holdings): Promise<Operation[]> {
  if (positions.length === 0) return []
  const { db } = services
  const symbols = positions.map(({ symbol }) => symbol)
  const market = await readDayMarket(services, account)
  const isLive = await hasLiveQuotes(services, account)
  const live = isLive ? symbols.filter(isShare) : []
  const read = await findFigureRows(db, {
    ...dayValues(account.id, symbols, market),
    nameKeys: symbols.map(codeKey),
    live,
    liveKeys: live.map(codeKey),
  })
  const names = namesOf(symbols, read.names)
  const realised = realisedOf(read.trades)
  const prices = isLive ? await livePrices(services, symbols, read.listed) : new Map<string, Decimal>()
  const limits = limitLosses(positions.map(heldPosition))
  const priced = positions.map((position) => ({
    ...heldPosition(position),
    lastPrice: prices.get(position.symbol) ?? priceOfReading(position),
    isLive: prices.has(position.symbol),
  }))
  const profits = await dayProfits(services, account, {
    market,
    rows: read,
    positions: priced,
  })
  return positions.map((position, index) => {
    const facts = {
      ...priced[index]!,
      limit: limits.get(position.symbol) ?? unlimited,
      name: names.get(position.symbol),
      realisedCents: realised.get(position.symbol) ?? toCents(0n),
      plDay: profits.get(position.symbol) ?? null,
      accountRealValueCents: account.real_value_cents,
    }
    return toOperation(position, facts, stops)
  })
}

const priceOfReading = ({ market_value_cents: marketValueCents, quantity, multiplier }: PositionRow): Decimal =>
  priceOfValue({ marketValueCents, quantity, multiplier })

export interface AccountProtection {
  readonly realValue: Cents
  readonly readAt: number | null
  readonly orphanedStops: OrphanedStop[]
  readonly rejectedStops: RejectedStop[]
  readonly filledParts: FilledPart[]
}

/** Returns the protection of the owner's account of this number. Throws `notFound`. */
export async function findProtection(db: Db, ownerId: string, number: string): Promise<AccountProtection> {
  const { account, positions, stops } = await readOwnHoldings(db, ownerId, number)
  const held = new Map(positions.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))
  const uncovered = positions.flatMap((position): UncoveredPosition[] => {
    const { quantity } = heldPosition(position)
    const { coveredQuantity } = judgeProtection(
      { ...heldPosition(position), averagePrice: new Decimal(position.average_price) },
      stopsOf(stops, position.symbol, quantity),
    )
    const open = quantity.abs().minus(coveredQuantity)
    return open.isZero()
      ? []
      : [{ symbol: position.symbol, isShort: quantity.isNegative(), quantity: open, held: quantity.abs() }]
  })
  return {
    rejectedStops: await findRejectedStops(db, account.id, uncovered),
    filledParts: await findFilledParts(db, account.id),
    realValue: account.real_value_cents,
    readAt: account.synced_at?.getTime() ?? null,
    orphanedStops: orphanedStops(stops, held).map(({ orderId, symbol, instruction, quantity, stopPrice }) => ({
      orderId,
      code: symbol,
      instruction,
      quantity: quantity.toNumber(),
      stopPrice: stopPrice === null ? null : price(stopPrice),
    })),
  }
}

/** Returns ticking prices, for an account of the market that ticks; otherwise the brokerage's valuation applies. */
async function livePrices(
  services: Services,
  symbols: readonly string[],
  listed: readonly ListedRow[],
): Promise<Map<string, Decimal>> {
  const quotes = await quotesOf(services, symbols, listed)
  return new Map(quotes.map(({ code, last }) => [code, new Decimal(last)]))
}

interface Facts extends PricedPosition {
  readonly limit: LossLimit
  readonly name: string | undefined
  readonly realisedCents: Cents
  readonly plDay: Cents | null
  readonly accountRealValueCents: Cents
}

function toOperation(
  row: PositionRow,
  { limit, name, realisedCents, plDay, lastPrice, isLive, accountRealValueCents }: Facts,
  allStops: readonly StopOrder[],
): Operation {
  const position = {
    ...heldPosition(row),
    averagePrice: new Decimal(row.average_price),
    boundQuantity: limit.boundQuantity,
  }
  const held = position.quantity.abs()
  const stops = stopsOf(allStops, row.symbol, position.quantity)
  const protection = judgeProtection(position, stops)
  const { investment, floatCap, realCap, plOpen, plPercent, riskQty, riskPercent } = operationFigures({
    ...position,
    lastPrice,
    realisedCents,
    protection,
    accountRealValueCents,
  })
  const uncovered = held.minus(protection.coveredQuantity).times(lastPrice).times(row.multiplier).times(100)
  return {
    code: row.symbol,
    name: name ?? row.description ?? row.symbol,
    assetType: row.asset_type,
    multiplier: row.multiplier,
    shortQuantity: position.quantity.isNegative() ? held.toNumber() : 0,
    longQuantity: position.quantity.isNegative() ? 0 : held.toNumber(),
    averagePrice: price(position.averagePrice),
    lastPrice: price(lastPrice),
    investment,
    floatCap,
    realCap,
    plOpen,
    plDay,
    plPercent: round2(plPercent),
    riskQty,
    riskPercent: riskPercent === null ? null : round2(riskPercent),
    stopLossPrice: protection.stopPrice === null ? null : price(protection.stopPrice),
    stopTrail: stops.find(({ trail }) => trail !== null)?.trail ?? null,
    stopLossQty: protection.stopQuantity.toNumber(),
    isLive,
    protection: protection.state,
    lacksStop: held.minus(limit.limitedQuantity).greaterThan(protection.coveredQuantity),
    coveredQty: protection.coveredQuantity.toNumber(),
    uncoveredValue: toCents(BigInt(uncovered.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))),
    repair: toRepair(proposeRepair(position, stops, lastPrice)),
  }
}

const price = (value: Decimal): number => value.toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber()
const round2 = (percent: number): number => new Decimal(percent).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber()

/** Converts a repair to the terms of the specification's order calls, where buying covers a short position. */
function toRepair(repair: Repair | null): ProtectionRepair | null {
  if (repair === null) return null
  const { cancelOrderIds, place } = repair
  return {
    cancelOrderIds: [...cancelOrderIds],
    place: place && {
      directionality: place.instruction === 'SELL' ? 'SELL' : 'BUY',
      quantity: place.quantity.toNumber(),
      stopPrice: place.stopPrice.toNumber(),
      priceBasis: place.priceBasis,
    },
  }
}
