// Computes an account from files again from the lines that count: its transactions, movements, positions, values and
// closes. An import, an undo and a new price end here alike, so the account always is what its lines say. Everything is
// written in the caller's transaction.
import { sessionsBetween, toCents, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type RawBuilder } from 'kysely'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { MissingPrice } from '../../db/tables/file-account-tables.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { readAccepted, readClaims } from '../file-account/account-content.ts'
import { claimDays, claimDifferences, newestClaims } from '../file-account/compare-claims.ts'
import { countedLines, scopeOfLines } from '../file-account/counted-line.ts'
import { keepBooks, sessionOf, type Books, type LineBooking } from '../file-account/keep-books.ts'
import { findActiveMarket, readOfficialPrices, type OfficialPrices } from '../file-account/official-prices.ts'
import type { FileAccount } from '../file-account/own-file-account.ts'
import { readRates } from '../file-account/rate-table.ts'
import { applyBrokerFacts, lockBooksForFacts } from '../fund/book/apply-broker-facts.ts'
import { noteDrift } from '../target-plan/note-drift.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { findBrokenClose, storeCloseLines } from '../close-line/store-close-lines.ts'
import { keepCloses } from './keep-closes.ts'
import { isOpenClose } from './open-close.ts'
import { nextFileReadingMs } from './next-file-reading.ts'
import { refuseLoss } from './refuse-loss.ts'
import { reconcileClaims } from './reconcile-claims.ts'
import { storeCloses, storeValues } from './store-reading.ts'

/** What a booking says; one that says the same is the same. */
const bookedColumns = [
  'occurred_at',
  'day',
  'trade_date',
  'kind',
  'description',
  'symbol',
  'asset_type',
  'multiplier',
  'quantity',
  'price',
  'net_amount_cents',
  'fee_cents',
]

export interface RebookOptions {
  readonly account: FileAccount
  /** An undo is refused where the books of a fund were built on what it would take away. */
  readonly isUndo?: boolean
  /** Called with the number of lines booked so far. */
  readonly onLines?: (done: number, total: number) => Promise<void>
}

/** The caller has locked the account. */
export async function rebookFileAccount(
  services: Services,
  trx: Trx,
  { account, isUndo = false, onLines }: RebookOptions,
): Promise<void> {
  const startedMs = services.clock.nowMs()
  const market = await accountMarketTime(trx, services.clock, 'live')
  const fund = await lockBooksForFacts(trx, account.id)
  const valued = await trx
    .selectFrom('file_account')
    .select(['version', 'valued_source'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  // The books of a fund stay with the market that they began with.
  const official = await findActiveMarket(trx, fund ? valued.valued_source : null)
  const scope = await scopeOfLines(trx, account.id, null)
  const rateOf = await readRates(trx, account.owner_id, account.currency)
  const claims = newestClaims(await readClaims(trx, account.id), scope.codeOf)
  const first = scope.firstDay === null ? null : sessionOf(scope.firstDay, market.day)
  const prices = await readOfficialPrices(trx, {
    market: official,
    securities: scope.securities,
    rateOf,
    from: scope.firstDay ?? market.day,
  })
  const books = keepBooks({
    currency: account.currency,
    rateOf,
    codeOf: scope.codeOf,
    closeOf: prices.closeOf,
    sessions: first === null ? [] : sessionsBetween(first, market.lastClosedDay),
    today: market.day,
    snapshotDays: claimDays(claims),
    accepted: await readAccepted(trx, account.id),
  })
  const changedFrom = await storeBookings(services, trx, account.id, {
    bookings: bookAll(trx, account.id, books),
    total: scope.lineCount,
    beforeWriting: isUndo && fund ? (table) => refuseLoss(trx, account.id, table) : () => Promise.resolve(),
    ...(onLines === undefined ? {} : { onLines }),
  })
  const values = valuesOf(account, books, prices, market.lastClosedDay)
  await storeValues(trx, { account, values, startedMs, market })
  await storeFileCloses(services, trx, {
    account,
    books,
    changedFrom,
    hasFund: fund !== undefined,
    lastClosedDay: market.lastClosedDay,
  })
  await noteDrift(trx, services.clock, account.id)
  const differences = claimDifferences(claims, books.snapshots)
  await reconcileClaims(services, trx, {
    account,
    claims,
    differences,
    waiting: books.waiting.length,
  })
  if (fund) await applyBrokerFacts(services, trx, fund)
  await trx
    .updateTable('file_account')
    .set({
      valued_version: valued.version,
      valued_source: official.source,
      valued_day: market.lastClosedDay,
      valued_market_at: official.updatedAt,
      missing_prices: JSON.stringify(missingPrices(books)),
      differences: JSON.stringify(differences),
    })
    .where('account_id', '=', account.id)
    .execute()
  await trx
    .updateTable('account_sync')
    .set({
      next_at: new Date(nextFileReadingMs(startedMs, market)),
      failures: 0,
      failure: null,
      failure_reason: null,
      failed_at: null,
      transactions_through: new Date(market.nowMs),
      is_rebuilt: true,
      has_lines: true,
      unexplained_cents: 0n,
    })
    .where('account_id', '=', account.id)
    .execute()
  await raiseMessage(trx, account.owner_id, { topic: 'account' })
}

async function* bookAll(trx: Trx, accountId: string, books: Books): AsyncGenerator<readonly LineBooking[]> {
  for await (const lines of countedLines(trx, accountId)) yield lines.flatMap((line) => books.take(line))
  yield books.finish()
}

interface StoreBookingsOptions {
  readonly bookings: AsyncIterable<readonly LineBooking[]>
  readonly total: number
  /** Called with the table of all bookings, before any row of the account changes. */
  readonly beforeWriting: (table: RawBuilder<unknown>) => Promise<void>
  readonly onLines?: (done: number, total: number) => Promise<void>
}

/**
 * Makes transactions and movements of the account equal to the bookings and returns the first session that changed,
 * null if nothing did. Rows that are the same stay untouched.
 */
async function storeBookings(
  { clock }: Services,
  trx: Trx,
  accountId: string,
  { bookings, total, beforeWriting, onLines }: StoreBookingsOptions,
): Promise<MarketDay | null> {
  const table = sql.table(`file_booking_${newId(clock).replaceAll('-', '')}`)
  await sql`create unlogged table ${table} (broker_id text primary key, occurred_at timestamptz, day date,
    trade_date date, kind text, description text, symbol text, asset_type text, multiplier integer, quantity numeric,
    price numeric, net_amount_cents bigint, fee_cents bigint, movement_cents bigint, movement_id uuid)`.execute(trx)
  let done = 0
  for await (const some of bookings) {
    if (some.length === 0) continue
    const rows = some.map((booking) => ({
      broker_id: booking.brokerId,
      occurred_at: new Date(booking.occurredMs),
      day: booking.day,
      trade_date: booking.tradeDate,
      kind: booking.kind,
      description: booking.description,
      symbol: booking.symbol,
      asset_type: booking.assetType,
      multiplier: booking.multiplier,
      quantity: booking.quantity,
      price: booking.price,
      net_amount_cents: booking.netCents.toString(),
      fee_cents: booking.feeCents.toString(),
      movement_cents: booking.movementCents?.toString() ?? null,
      movement_id: booking.movementCents === null ? null : newId(clock),
    }))
    await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
      `.execute(trx)
    done += some.length
    await onLines?.(Math.min(done, total), total)
  }
  const columns = sql.raw(['broker_id', ...bookedColumns].join(', '))
  const all = (alias: string) => sql.raw(`(${bookedColumns.map((name) => `${alias}.${name}`).join(', ')})`)
  await sql`analyze ${table}`.execute(trx)
  await beforeWriting(table)
  const { rows: gone } = await sql<{ day: string | null }>`
    with gone as (
      delete from account_transaction t where t.account_id = ${accountId} and not exists (select from ${table} s
        where s.broker_id = t.broker_id and ${all('s')} is not distinct from ${all('t')})
      returning t.day)
    select min(day)::text as day from gone`.execute(trx)
  const { rows: added } = await sql<{ day: string | null }>`
    with added as (
      insert into account_transaction (account_id, ${columns})
      select ${accountId}::uuid, ${columns} from ${table} s where not exists (select from account_transaction t
        where t.account_id = ${accountId} and t.broker_id = s.broker_id)
      returning day)
    select min(day)::text as day from added`.execute(trx)
  const { rows: moved } = await sql<{ day: string | null }>`
    with gone as (
      delete from account_movement m where m.account_id = ${accountId} and not exists (select from ${table} s
        where s.broker_id = m.broker_id and s.movement_cents is not null)
      returning m.day),
    changed as (
      update account_movement m set amount_cents = s.movement_cents, day = s.day, kind = s.kind,
        description = s.description
      from ${table} s where m.account_id = ${accountId} and s.broker_id = m.broker_id and s.movement_cents is not null
        and (m.amount_cents, m.day, m.kind, m.description)
          is distinct from (s.movement_cents, s.day, s.kind, s.description)
      returning m.day),
    added as (
      insert into account_movement (account_id, id, broker_id, day, amount_cents, kind, description, created_at)
      select ${accountId}::uuid, s.movement_id, s.broker_id, s.day, s.movement_cents, s.kind, s.description,
        ${new Date(clock.nowMs())}
      from ${table} s where s.movement_cents is not null and not exists (select from account_movement m
        where m.account_id = ${accountId} and m.broker_id = s.broker_id)
      returning day)
    select min(day)::text as day from (select day from gone union all select day from changed
      union all select day from added) as moved`.execute(trx)
  await sql`drop table ${table}`.execute(trx)
  const days = [...gone, ...added, ...moved].flatMap(({ day }) => day ?? []).sort()
  return days[0] === undefined ? null : toMarketDay(days[0])
}

/** Returns the account as it is now, at the newest prices there are; without any, a position counts at cost. */
function valuesOf(account: FileAccount, books: Books, prices: OfficialPrices, lastClosedDay: MarketDay): BrokerAccount {
  const positions = [...books.holdings]
    .filter(([, { quantity }]) => !quantity.isZero())
    .map(([symbol, { quantity, cost, multiplier, assetType, name }]) => {
      const price = prices.closeOf(symbol, lastClosedDay) ?? prices.latestOf(symbol)
      const value = price === undefined ? cost : price.times(quantity).times(multiplier)
      return {
        symbol,
        assetType,
        description: name,
        multiplier,
        quantity: quantity.toFixed(),
        averagePrice: cost.div(quantity).div(multiplier).toDecimalPlaces(10).toFixed(),
        marketValueCents: wholeCents(value),
        openProfitCents: wholeCents(value.minus(cost)),
      }
    })
  const held = positions.reduce((sum, { marketValueCents }) => sum + marketValueCents, 0n)
  const openProfit = positions.reduce((sum, { openProfitCents }) => sum + openProfitCents, 0n)
  const cash = books.cashCents
  return {
    number: account.number,
    type: account.type,
    valueCents: toCents(cash + held),
    buyingPowerCents: toCents(cash > 0n ? cash : 0n),
    cashCents: toCents(cash),
    reportedCashCents: null,
    openProfitCents: toCents(openProfit),
    positions,
  }
}

const wholeCents = (amount: Decimal) =>
  toCents(BigInt(amount.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)))

interface StoreFileClosesOptions {
  readonly account: FileAccount
  readonly books: Books
  readonly changedFrom: MarketDay | null
  readonly hasFund: boolean
  readonly lastClosedDay: MarketDay
}

/**
 * Stores the closes of every session whose prices are known. Once a fund runs on the account, a close stays as members
 * were dealt by it, unless a booking on or before it has changed.
 */
async function storeFileCloses(
  services: Services,
  trx: Trx,
  { account, books, changedFrom, hasFund, lastClosedDay }: StoreFileClosesOptions,
): Promise<void> {
  const priced = books.closes.filter(({ unpriced }) => unpriced.length === 0)
  const days = priced.map(({ day }) => day)
  const isGone = sql<boolean>`not (c.day = any(${days}::date[]))
      and not exists (select from fund f where f.account_id = c.account_id
        and (c.day <= f.closed_until or ${changedFrom}::date is null or c.day < ${changedFrom}::date))`
  await keepCloses(trx, { accountId: account.id, at: new Date(services.clock.nowMs()), where: isGone })
  const { rows: gone } = await sql<{ day: MarketDay | null }>`
    with gone as (
      delete from account_close c where c.account_id = ${account.id} and ${isGone} returning c.day)
    select min(day)::text as day from gone`.execute(trx)
  const stored = await trx.selectFrom('account_close').select('day').where('account_id', '=', account.id).execute()
  const known = new Set(stored.map(({ day }) => day))
  const due = hasFund
    ? priced.filter(({ day }) => !known.has(day) || (changedFrom !== null && day >= changedFrom))
    : priced
  await storeCloses(
    services,
    trx,
    account.id,
    due.map((close) => ({
      ...close,
      isRebuilt: close.day !== lastClosedDay || close.day < account.linked_day || known.has(close.day),
      isReconciled: true,
    })),
  )
  await storeFileLines(trx, { account, books, changedFrom, goneFrom: gone[0]?.day ?? null })
}

interface StoreFileLinesOptions extends Pick<StoreFileClosesOptions, 'account' | 'books' | 'changedFrom'> {
  /** The first close that was removed: the one after it follows another close now, or none. */
  readonly goneFrom: MarketDay | null
}

/** Lines are computed from the first change on: of a booking, of a close, or of the prices behind it. */
async function storeFileLines(
  trx: Trx,
  { account, books, changedFrom, goneFrom }: StoreFileLinesOptions,
): Promise<void> {
  // A close of a closed period keeps its lines, and gets those it has not got yet.
  const broken = await findBrokenClose(trx, account.id, sql<boolean>`(${isOpenClose('c')} or l.cash is null)`)
  const [from] = [broken, changedFrom, goneFrom].flatMap((day) => day ?? []).sort()
  if (from === undefined) return
  await storeCloseLines(trx, {
    accountId: account.id,
    held: new Map(books.closes.map(({ day, positions }) => [day, positions])),
    from,
    isFrozen: sql<boolean>`not (${isOpenClose('c')})`,
  })
}

/** Returns, by security, the sessions that have no close because its price is missing. */
function missingPrices({ closes }: Books): MissingPrice[] {
  const found = new Map<string, { firstDay: MarketDay; lastDay: MarketDay; sessions: number }>()
  for (const { day, unpriced } of closes)
    for (const symbol of unpriced) {
      const known = found.get(symbol)
      if (known === undefined) found.set(symbol, { firstDay: day, lastDay: day, sessions: 1 })
      else found.set(symbol, { ...known, lastDay: day, sessions: known.sessions + 1 })
    }
  return [...found].map(([symbol, span]) => ({ symbol, ...span })).sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}
