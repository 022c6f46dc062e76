// The booked transactions of an account as the lines of its closes count them.
import { type AttributedBooking, type MarketDay, toMarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'
import { isCorporateAction } from '../account/movement-kind.ts'

export interface DayedBooking extends AttributedBooking {
  readonly day: MarketDay
}

interface Row {
  readonly broker_id: string
  readonly day: string
  readonly kind: string
  readonly description: string
  readonly symbol: string | null
  readonly multiplier: number
  readonly quantity: string | null
  readonly price: string | null
  readonly net: string
  readonly fee: string
  readonly payment: string | null
  readonly parts: number
}

/** Returns what was booked after a day and up to another one, by day. */
export async function readLineBookings(
  trx: Trx,
  accountId: string,
  { after, until }: { readonly after: MarketDay | null; readonly until: MarketDay | null },
): Promise<readonly DayedBooking[]> {
  const { rows } = await sql<Row>`
    select coalesce(t.broker_id, m.broker_id) as broker_id, coalesce(t.day, m.day)::text as day,
      coalesce(t.kind, m.kind) as kind, coalesce(t.description, m.description) as description,
      t.symbol, coalesce(t.multiplier, 1) as multiplier, t.quantity::text, t.price::text,
      coalesce(t.net_amount_cents, m.amount_cents)::text as net, coalesce(t.fee_cents, 0)::text as fee,
      m.amount_cents::text as payment,
      count(*) over (partition by split_part(coalesce(t.broker_id, m.broker_id), '.', 1))::int as parts
    from (select * from account_transaction where account_id = ${accountId}
      and (${after}::date is null or day > ${after}::date)
      and (${until}::date is null or day <= ${until}::date)) t
    full join (select * from account_movement where account_id = ${accountId}
      and (${after}::date is null or day > ${after}::date)
      and (${until}::date is null or day <= ${until}::date)) m on m.broker_id = t.broker_id
    order by coalesce(t.day, m.day), t.occurred_at, broker_id`.execute(trx)
  return shareCash(rows)
}

/**
 * A transaction of several securities has its money on the first: each of the others counts by its own price, and the
 * first gets what is left, so that together they are the money.
 */
function shareCash(rows: readonly Row[]): readonly DayedBooking[] {
  const wholes = new Map<string, { first: DayedBooking; index: number }>()
  const bookings: DayedBooking[] = []
  for (const row of rows) {
    const booking = toBooking(row)
    const whole = row.broker_id.split('.')[0]!
    const known = wholes.get(whole)
    if (row.parts === 1 || row.kind !== 'TRADE') bookings.push(booking)
    else if (known === undefined) {
      wholes.set(whole, { first: booking, index: bookings.length })
      bookings.push(booking)
    } else {
      const netCents = booking.netCents + pricedCents(row)
      const { first, index } = known
      known.first = { ...first, netCents: first.netCents - (netCents - booking.netCents) }
      bookings[index] = known.first
      bookings.push({ ...booking, netCents })
    }
  }
  return bookings
}

/** Returns price x quantity x multiplier in cents, negative for a purchase. */
function pricedCents({ price, quantity, multiplier }: Row): bigint {
  const dollars = new Decimal(price ?? 0)
    .times(quantity ?? 0)
    .times(multiplier)
    .neg()
  return BigInt(dollars.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))
}

function toBooking(row: Row): DayedBooking {
  return {
    day: toMarketDay(row.day),
    symbol: row.symbol,
    nature: natureOf(row),
    quantity: row.quantity === null ? null : new Decimal(row.quantity),
    netCents: BigInt(row.net),
    feeCents: BigInt(row.fee),
    paymentCents: BigInt(row.payment ?? 0),
  }
}

/** A split keeps the instrument, so it exchanges nothing. */
function natureOf(row: Row): AttributedBooking['nature'] {
  if (row.kind === 'DIVIDEND_OR_INTEREST') return 'income'
  if (row.kind === 'FEE' || row.kind === 'TAX') return 'charge'
  return isCorporateAction(row) && !/split/i.test(row.description) ? 'exchange' : 'trade'
}
