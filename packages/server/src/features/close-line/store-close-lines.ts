// Stores the lines of closes in the transaction that stores the closes, and recomputes those of later closes when an
// earlier one was corrected (docs/rules/attribution.md, "Corrections").
import { attributeClose, type CloseLine, type LineContents, type LinePosition, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'
import { readLineBookings, type DayedBooking } from './line-bookings.ts'

/** What an account held at a close, by symbol. */
export type HeldAtClose = ReadonlyMap<string, LinePosition>

export interface StoreCloseLinesOptions {
  readonly accountId: string
  /** What was held, by close, as far as it was computed; the stored lines have it for other closes. */
  readonly held: ReadonlyMap<MarketDay, HeldAtClose>
  /** Lines are computed from the first close on or after this day on. */
  readonly from: MarketDay
  /** The last close whose lines are computed; all later ones without it. */
  readonly until?: MarketDay
  /** Whether lines of a close `c` stay as they are once they exist. */
  readonly isFrozen: RawBuilder<boolean>
}

interface StoredClose {
  readonly day: MarketDay
  readonly stated: string
  readonly cash: string
  readonly has_lines: boolean
  readonly is_frozen: boolean
}

/** Thousands of closes with their lines would be a statement of many megabytes. */
const closesPerStatement = 250

/**
 * Computes and stores lines. A close whose contents are unknown, or whose predecessor's are, stays without lines until
 * `fillCloseLines` computes them.
 */
export async function storeCloseLines(trx: Trx, options: StoreCloseLinesOptions): Promise<void> {
  const { accountId, held, from, until, isFrozen } = options
  // With "exists" in place of the limit, PostgreSQL may read every line of the account to answer for one close.
  const { rows: closes } = await sql<StoredClose>`
    select c.day::text as day, c.broker_value_cents::text as stated, c.cash_cents::text as cash,
      coalesce((select true from account_close_line l
        where l.account_id = c.account_id and l.day = c.day and l.kind = 'CASH' limit 1), false) as has_lines,
      ${isFrozen} as is_frozen
    from account_close c
    where c.account_id = ${accountId} and (${until ?? null}::date is null or c.day <= ${until ?? null}::date)
      and c.day >= coalesce((select max(p.day) from account_close p where p.account_id = ${accountId}
        and p.day < ${from}::date), ${from}::date)
    order by c.day`.execute(trx)
  const [first] = closes
  if (!first) return
  const hasPredecessor = first.day < from
  const stored = await readStoredContents(
    trx,
    accountId,
    closes.filter(({ day, is_frozen, has_lines }) => has_lines && (is_frozen || !held.has(day))).map(({ day }) => day),
  )
  const bookings = byClose(
    await readLineBookings(trx, accountId, { after: hasPredecessor ? first.day : null, until: until ?? null }),
    closes,
  )
  let written: (CloseLine & { readonly day: MarketDay })[] = []
  let renewed: MarketDay[] = []
  let before: LineContents | null | undefined = hasPredecessor ? undefined : null
  for (const [index, close] of closes.entries()) {
    const isKept = close.has_lines && close.is_frozen
    const positions: HeldAtClose | undefined = (isKept ? undefined : held.get(close.day)) ?? stored.get(close.day)
    const now = positions && {
      statedCents: BigInt(close.stated),
      cashCents: BigInt(close.cash),
      positions: withoutFlat(positions),
    }
    const isPredecessor = hasPredecessor && index === 0
    if (!isPredecessor && !isKept && now && before !== undefined) {
      renewed.push(close.day)
      for (const line of attributeClose({ before, now, bookings: bookings.get(close.day) ?? [] }))
        written.push({ ...line, day: close.day })
      if (renewed.length === closesPerStatement) {
        await writeLines(trx, { accountId, days: renewed, lines: written })
        renewed = []
        written = []
      }
    }
    before = now
  }
  await writeLines(trx, { accountId, days: renewed, lines: written })
}

const withoutFlat = (positions: HeldAtClose): HeldAtClose =>
  new Map([...positions].filter(([, { quantity }]) => !quantity.isZero()))

/** Returns what was held at closes that have lines. */
async function readStoredContents(
  trx: Trx,
  accountId: string,
  days: readonly MarketDay[],
): Promise<ReadonlyMap<MarketDay, HeldAtClose>> {
  const found = new Map<MarketDay, Map<string, LinePosition>>(days.map((day) => [day, new Map()]))
  if (days.length === 0) return found
  const { rows } = await sql<{ day: MarketDay; symbol: string; quantity: string; value: string }>`
    select day::text as day, symbol, quantity::text, value_cents::text as value from account_close_line
    where account_id = ${accountId} and day = any(${days}::date[]) and quantity is not null`.execute(trx)
  for (const { day, symbol, quantity, value } of rows)
    found.get(day)?.set(symbol, { quantity: new Decimal(quantity), valueCents: BigInt(value) })
  return found
}

/** What is dated after a close belongs to the next one. */
function byClose(
  bookings: readonly DayedBooking[],
  closes: readonly StoredClose[],
): ReadonlyMap<MarketDay, readonly DayedBooking[]> {
  const found = new Map<MarketDay, DayedBooking[]>()
  let next = 0
  for (const { day } of closes) {
    const own: DayedBooking[] = []
    for (let one = bookings[next]; one !== undefined && one.day <= day; one = bookings[(next += 1)]) own.push(one)
    found.set(day, own)
  }
  return found
}

interface LinesToWrite {
  readonly accountId: string
  readonly days: readonly MarketDay[]
  readonly lines: readonly (CloseLine & { readonly day: MarketDay })[]
}

const columns = [
  'is_short',
  'quantity',
  'before_cents',
  'value_cents',
  'net_cents',
  'price_cents',
  'income_cents',
  'fee_cents',
]
const names = sql.raw(columns.join(', '))
const all = (alias: string) => sql.raw(`(${columns.map((name) => `${alias}.${name}`).join(', ')})`)

/** What is the same stays untouched. */
async function writeLines(trx: Trx, { accountId, days, lines }: LinesToWrite): Promise<void> {
  if (days.length === 0) return
  const rows = lines.map((line) => ({
    day: line.day,
    kind: line.kind,
    symbol: line.symbol,
    is_short: line.isShort,
    quantity: line.quantity?.toFixed() ?? null,
    before_cents: String(line.beforeCents),
    value_cents: String(line.valueCents),
    net_cents: String(line.netCents),
    price_cents: String(line.priceCents),
    income_cents: String(line.incomeCents),
    fee_cents: String(line.feeCents),
  }))
  await sql`
    with n as materialized (
      select day, kind, symbol, ${names} from json_populate_recordset(null::account_close_line,
        ${JSON.stringify(rows)}::json)),
    gone as (
      delete from account_close_line l
      where l.account_id = ${accountId} and l.day = any(${days}::date[]) and not exists (select from n
        where n.day = l.day and n.kind = l.kind and n.symbol = l.symbol))
    insert into account_close_line as l (account_id, day, kind, symbol, ${names})
    select ${accountId}::uuid, day, kind, symbol, ${names} from n
    on conflict (account_id, day, kind, symbol) do update
      set (${names}) = ${all('excluded')} where ${all('l')} is distinct from ${all('excluded')}`.execute(trx)
}

/**
 * Returns the first close whose lines do not add up to what the account was worth, less what it was worth at the close
 * before and what was paid in; undefined when all of them do. A close without lines does not.
 */
export async function findBrokenClose(
  db: Trx,
  accountId: string,
  isChecked: RawBuilder<boolean>,
): Promise<MarketDay | undefined> {
  const { rows } = await sql<{ day: MarketDay | null }>`
    select min(c.day)::text as day
    from (
      select account_id, day, broker_value_cents, cash_cents,
        broker_value_cents - lag(broker_value_cents) over (order by day) as change,
        lag(day) over (order by day) as before
      from account_close where account_id = ${accountId}
    ) c
    left join lateral (
      select sum(l.price_cents + l.income_cents + l.fee_cents) as profit,
        sum(l.value_cents) filter (where l.kind = 'CASH') as cash
      from account_close_line l where l.account_id = c.account_id and l.day = c.day
    ) l on true
    left join lateral (
      select coalesce(sum(m.amount_cents), 0) as paid from account_movement m
      where m.account_id = c.account_id and m.day > c.before and m.day <= c.day
    ) m on true
    where ${isChecked}
      and (l.profit, l.cash) is distinct from (coalesce(c.change - m.paid, 0), c.cash_cents)`.execute(db)
  return rows[0]?.day ?? undefined
}
