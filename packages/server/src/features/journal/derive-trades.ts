// Trades of an account from its booked transactions and its stops. Nothing derived is stored: the same rows always give
// the same trades.
import { journalTrades, roundTrips, toEpochMs, type JournalEvent, type JournalTrade } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import { bySymbol } from '../transaction/find-realised-profit.ts'
import { findSecurityRows, wholeOf, type TimedRow } from '../transaction/find-security-rows.ts'
import { lotEvent } from '../transaction/lot-events.ts'
import { openingLot } from '../transaction/opening-lot.ts'
import { findStops } from './find-stops.ts'

/** Returns all trades, or those in the given symbols, oldest first. */
export async function deriveTrades(db: Db, accountId: string, symbols?: readonly string[]): Promise<JournalTrade[]> {
  const rows = await findSecurityRows(db, accountId, symbols === undefined ? {} : { symbols })
  const positions = await db
    .selectFrom('account_position')
    .select(['symbol', 'quantity', 'average_price', 'multiplier'])
    .where('account_id', '=', accountId)
    .execute()
  const held = new Map(positions.map((position) => [position.symbol, position]))
  const stops = await findStops(db, accountId, symbols)
  const trips = [...bySymbol(rows)].flatMap(([symbol, ofSymbol]) => {
    const events = ofSymbol.flatMap((row) => journalEvent(row) ?? [])
    const before = openingLot(ofSymbol, events, held.get(symbol))
    return roundTrips({ symbol, multiplier: ofSymbol[0]?.multiplier ?? 1, events, before })
  })
  return journalTrades(trips, (symbol) => stops.get(symbol) ?? [])
}

const sharedKey = 'with:'

/** Returns the order of a fill; null for the key of a transaction that moved several securities. */
export const orderOfKey = (key: string | null): string | null => (key?.startsWith(sharedKey) ? null : key)

/** The legs of one order share its id; where the brokerage reports none, they share their transaction. */
function journalEvent(row: TimedRow): JournalEvent | undefined {
  const event = lotEvent(row)
  if (event === undefined) return undefined
  const orderKey = row.order_id ?? (row.is_shared ? `${sharedKey}${wholeOf(row.broker_id)}` : null)
  return { ...event, at: toEpochMs(row.occurred_at.getTime()), orderKey }
}
