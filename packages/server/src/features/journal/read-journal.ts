// The trades of an account, cached by the version of what they are derived from.
import {
  divideFractions,
  fraction,
  fractionToNumber,
  holdingTimeOf,
  tradePercent,
  type Cents,
  type Fraction,
  type JournalTrade,
  type RoundTrip,
} from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import { readSnapshot } from '../../kernel/read-snapshot.ts'
import type { Services } from '../../services.ts'
import { priceFigure } from '../stock/price-figure.ts'
import { readRealisedVersion } from '../transaction/find-realised-profit.ts'
import { deriveTrades } from './derive-trades.ts'
import { readStopVersion } from './find-stops.ts'
import type { StoredTrade } from './journal-cache.ts'

/** Returns the cached trades if they are current, otherwise derives them: a hundred thousand fills take seconds. */
export async function readJournal(
  { db, journals }: Pick<Services, 'db' | 'journals'>,
  accountId: string,
): Promise<readonly StoredTrade[]> {
  const current = await readVersion(db, accountId)
  const known = current === undefined ? undefined : journals.find(accountId, current)
  if (known) return known
  const { version, rows: trades } = await readSnapshot(db, {
    version: (trx) => readVersion(trx, accountId),
    rows: async (trx) => (await deriveTrades(trx, accountId)).map(toStored),
  })
  if (version !== undefined) journals.keep(accountId, version, trades)
  return trades
}

async function readVersion(db: Db, accountId: string): Promise<string | undefined> {
  const booked = await readRealisedVersion(db, accountId)
  return booked === undefined ? undefined : `${booked} ${await readStopVersion(db, accountId)}`
}

function toStored(trade: JournalTrade): StoredTrade {
  const { legs, openedDay } = trade
  const quantity = legs
    .map(({ enteredQuantity }) => fractionToNumber(enteredQuantity))
    .reduce((least, one) => Math.min(least, one))
  return {
    id: trade.id,
    underlying: trade.underlying,
    codes: legs.map(({ symbol }) => symbol),
    side: trade.side,
    openedAt: trade.openedAt,
    openedDay,
    closedAt: trade.closedAt,
    closedDay: trade.closedDay,
    quantity,
    entryPrice:
      legs.length === 1 ? averageEntry(legs[0]!) : netPrice(legs, quantity, ({ enteredCents }) => enteredCents),
    exitPrice: legs.length === 1 ? averageExit(legs[0]!) : netPrice(legs, quantity, ({ exitedCents }) => exitedCents),
    feeCents: trade.feeCents,
    netCents: isUntouched(trade) ? null : trade.netCents,
    percent: tradePercent(trade),
    rHundredths: trade.rHundredths,
    missingR: trade.missingR,
    holdingTime: holdingTimeOf(trade),
    weekday: openedDay === null ? null : new Date(`${openedDay}T00:00:00Z`).getUTCDay() || 7,
    entryIds: legs.flatMap(({ fills }) => fills.flatMap(({ id, role }) => (role === 'ENTRY' ? [id] : []))),
  }
}

/** Nothing of it was closed yet, so it has no result to speak of. */
const isUntouched = ({ closedAt, legs }: JournalTrade): boolean =>
  closedAt === null && legs.every(({ exitedQuantity }) => exitedQuantity.numerator === 0n)

const averageEntry = ({ enteredCents, enteredQuantity, multiplier }: RoundTrip): number | null =>
  priceOf(enteredCents, enteredQuantity, multiplier)
const averageExit = ({ exitedCents, exitedQuantity, multiplier }: RoundTrip): number | null =>
  priceOf(exitedCents, exitedQuantity, multiplier)

function priceOf(cents: Cents | null, quantity: Fraction, multiplier: number): number | null {
  if (cents === null || quantity.numerator === 0n) return null
  return priceFigure(fractionToNumber(divideFractions(fraction(cents, 100n * BigInt(multiplier)), quantity)))
}

/** Returns the net price of a spread, positive; null while a leg is held for the exit of one that is not closed. */
function netPrice(
  legs: readonly RoundTrip[],
  quantity: number,
  centsOf: (leg: RoundTrip) => Cents | null,
): number | null {
  let net = 0n
  for (const leg of legs) {
    const cents = centsOf(leg)
    if (cents === null || (centsOf(leg) === leg.exitedCents && leg.exitedQuantity.numerator === 0n)) return null
    net += leg.side === 'LONG' ? cents : -cents
  }
  const multiplier = Math.max(...legs.map((leg) => leg.multiplier))
  return quantity === 0 ? null : priceFigure(Math.abs(Number(net)) / 100 / multiplier / quantity)
}
