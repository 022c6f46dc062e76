// The movers of an index: which instruments belong to it, how far each one moved, and in which order they come. Pure.

import type { PaperInstrument, PaperQuote } from '../market/paper-market.ts'
import { divideHalfUp, wireNumber } from '../money/decimal.ts'
import { priceNumber } from '../money/money.ts'

export const MOVER_SORTS = ['VOLUME', 'TRADES', 'PERCENT_CHANGE_UP', 'PERCENT_CHANGE_DOWN'] as const
export type MoverSort = (typeof MOVER_SORTS)[number]

const ROWS = 10
/** Quotes of this brokerage report every trade as one of 100 shares. */
const SHARES_OF_A_TRADE = 100
/** Decimals of a fraction: 0.012346 is 1.2346 percent. */
const FRACTION_SCALE = 6
const PERCENT_SCALE = 2

const isShare = ({ assetType }: PaperInstrument): boolean => assetType === 'EQUITY'
const isListedAt =
  (exchange: string) =>
  (instrument: PaperInstrument): boolean =>
    isShare(instrument) && instrument.exchange.toUpperCase() === exchange
const isNothing = (): boolean => false

/**
 * Which instruments an index names. Our markets have no members of an index, so the two indices of large companies
 * stand for all shares, and no figures of all options at once.
 */
export const MOVER_INDICES: Readonly<Record<string, (instrument: PaperInstrument) => boolean>> = {
  $DJI: isShare,
  $SPX: isShare,
  $COMPX: isListedAt('NASDAQ'),
  NYSE: isListedAt('NYSE'),
  NASDAQ: isListedAt('NASDAQ'),
  OTCBB: isListedAt('OTC'),
  INDEX_ALL: ({ assetType }) => assetType === 'INDEX',
  EQUITY_ALL: ({ assetType }) => assetType === 'EQUITY' || assetType === 'ETF',
  OPTION_ALL: isNothing,
  OPTION_PUT: isNothing,
  OPTION_CALL: isNothing,
}

/** An instrument with its price and volume now and at the beginning of the span that is compared. */
export interface Mover {
  readonly instrument: PaperInstrument
  readonly last: bigint
  readonly before: bigint
  readonly volume: number
}

/**
 * Returns the movement since the previous close, or since an earlier quote of the same market day. A volume that was
 * larger then belongs to the day before.
 */
export function moverOf(instrument: PaperInstrument, now: PaperQuote, then: PaperQuote | null): Mover {
  const isSameDay = then !== null && then.previousClose === now.previousClose && then.volume <= now.volume
  return {
    instrument,
    last: now.last,
    before: then?.last ?? now.previousClose,
    volume: isSameDay ? now.volume - then.volume : now.volume,
  }
}

function fractionOf({ last, before }: Mover): bigint {
  return before === 0n ? 0n : divideHalfUp((last - before) * 10n ** BigInt(FRACTION_SCALE), before)
}

function ascending(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0
}

type Order = (left: Mover, right: Mover) => number

const byVolume: Order = (left, right) => right.volume - left.volume
const ORDERS: Readonly<Record<MoverSort, Order>> = {
  VOLUME: byVolume,
  TRADES: byVolume,
  PERCENT_CHANGE_UP: (left, right) => ascending(fractionOf(right), fractionOf(left)),
  PERCENT_CHANGE_DOWN: (left, right) => ascending(fractionOf(left), fractionOf(right)),
}

/** Returns the first ten; equal ones come by symbol. A share that did not move is no winner and no loser. */
export function rankMovers(movers: readonly Mover[], sort: MoverSort): Mover[] {
  const moved = movers.filter((mover) => {
    if (sort === 'PERCENT_CHANGE_UP') return fractionOf(mover) > 0n
    if (sort === 'PERCENT_CHANGE_DOWN') return fractionOf(mover) < 0n
    return mover.volume > 0
  })
  const bySymbol: Order = (left, right) => (left.instrument.symbol < right.instrument.symbol ? -1 : 1)
  return moved.toSorted((left, right) => ORDERS[sort](left, right) || bySymbol(left, right)).slice(0, ROWS)
}

/** Returns one row in wire format, with the recorded names; `totalVolume` is that of the whole index. */
export function moverWire(mover: Mover, totalVolume: number): object {
  const { instrument, last, before, volume } = mover
  const share = totalVolume === 0 ? 0 : (volume / totalVolume) * 100
  return {
    description: instrument.description,
    volume,
    lastPrice: priceNumber(last),
    netChange: priceNumber(last - before),
    marketShare: Number(share.toFixed(PERCENT_SCALE)),
    totalVolume,
    trades: Math.ceil(volume / SHARES_OF_A_TRADE),
    netPercentChange: wireNumber(fractionOf(mover), FRACTION_SCALE),
    symbol: instrument.symbol,
  }
}
