// The anonymised exports of brokerages, imported as a user would: positions, cash and realised gains are those that a
// script of its own adds up from the lines, and an import that is repeated changes nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCents } from '@clubfolio/domain'
import { hasMarketData, marketDataFolder, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { readStatement, type StatementLine } from '@clubfolio/statement-files'
import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createAccount, importFile, upload, uploadRates, type TestFileAccount } from './testing/file-account.ts'

const folder = join(marketDataFolder, 'brokerage')
const samples = hasMarketData ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : ['none']

/** The currencies of the accounts that the samples are of; the others are in dollars. */
const currencies: Readonly<Record<string, string>> = {
  'trading212.csv': 'EUR',
  'degiro-account-nl.csv': 'EUR',
  'freetrade.csv': 'GBP',
  'swissquote.csv': 'CHF',
  'ibkr-flex-trades.csv': 'CHF',
  'ibkr-flex-dividends.csv': 'CHF',
}
/** What one unit of every other currency is worth, on every day. */
const rate = '0.9132'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())
beforeEach(skipWithoutMarketData)

type DayedLine = StatementLine & { readonly day: string }

interface Sums {
  readonly positions: Readonly<Record<string, string>>
  readonly cash: Readonly<Record<string, string>>
  readonly gains: Readonly<Record<string, string>>
}

const codesOf = (lines: readonly StatementLine[]) => {
  const bySymbol = new Map(
    lines.flatMap(({ instrument }) =>
      instrument?.symbol && instrument.isin ? [[instrument.isin, instrument.symbol] as const] : [],
    ),
  )
  return ({ instrument }: StatementLine): string | null =>
    instrument === null
      ? null
      : (instrument.symbol ??
        (instrument.isin === null ? instrument.name : (bySymbol.get(instrument.isin) ?? instrument.isin)))
}

const cents = (amount: Decimal): Decimal => amount.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN)

/** Adds the lines up without anything of the product; gains only of securities that are bought and sold and nothing else. */
function addUp(all: readonly StatementLine[], base: string): Sums {
  const codeOf = codesOf(all)
  const counted = all.filter(
    (line): line is DayedLine => line.day !== null && line.fate !== 'ignored' && line.fate !== 'unread',
  )
  const isNewestFirst = counted[0] !== undefined && counted.at(-1)!.day < counted[0].day
  const lines = (isNewestFirst ? counted.toReversed() : counted).toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )
  const positions = new Map<string, Decimal>()
  const cash = new Map<string, Decimal>()
  const lots = new Map<string, { quantity: Decimal; cents: Decimal }[]>()
  const gains = new Map<string, Decimal>()
  const others = new Set(lines.filter(({ fate, quantity }) => fate !== 'trade' && quantity !== null).map(codeOf))
  for (const line of lines) {
    const amount = new Decimal(line.amount)
    cash.set(line.currency, (cash.get(line.currency) ?? new Decimal(0)).plus(amount))
    const code = codeOf(line)
    if (code === null) continue
    const held = positions.get(code) ?? new Decimal(0)
    const change =
      line.quantity !== null
        ? new Decimal(line.quantity)
        : line.fate === 'split' && line.ratio !== null
          ? held.times(line.ratio.to).div(line.ratio.from).minus(held)
          : new Decimal(0)
    positions.set(code, held.plus(change))
    if (line.fate !== 'trade' || others.has(code) || change.isZero()) continue
    const inBase = (value: Decimal): Decimal =>
      line.currency === base
        ? value
        : line.rate !== null && line.priceCurrency === base
          ? value.div(line.rate)
          : value.times(rate)
    const paid = cents(inBase(amount)).plus(cents(inBase(new Decimal(line.fee).plus(line.tax))))
    const open = lots.get(code) ?? []
    lots.set(code, open)
    let left = change
    let done = new Decimal(0)
    const upTo = (quantity: Decimal): Decimal =>
      paid.times(quantity).div(change.abs()).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN)
    while (open[0] !== undefined && open[0].quantity.isNegative() !== left.isNegative() && !left.isZero()) {
      const lot = open[0]
      const size = Decimal.min(lot.quantity.abs(), left.abs())
      const part = lot.cents.times(size).div(lot.quantity.abs()).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN)
      const own = upTo(done.plus(size)).minus(upTo(done))
      gains.set(code, (gains.get(code) ?? new Decimal(0)).plus(part).plus(own))
      done = done.plus(size)
      lot.cents = lot.cents.minus(part)
      lot.quantity = lot.quantity.minus(size.times(lot.quantity.isNegative() ? -1 : 1))
      left = left.minus(size.times(left.isNegative() ? -1 : 1))
      if (lot.quantity.isZero()) open.shift()
    }
    if (!left.isZero()) open.push({ quantity: left, cents: upTo(change.abs()).minus(upTo(done)) })
  }
  return { positions: textsOf(positions), cash: textsOf(cash), gains: textsOf(gains) }
}

const textsOf = (values: ReadonlyMap<string, Decimal>): Record<string, string> =>
  Object.fromEntries(
    [...values].flatMap(([key, value]) => (value.isZero() ? [] : [[key, value.toFixed()] as const])).toSorted(),
  )

const readSample = (name: string) => readFileSync(join(folder, name))

/** Every day on which a line is in another currency, with one rate. */
function ratesFor(lines: readonly StatementLine[], base: string): string {
  const rows = new Set(
    lines.flatMap(({ day, currency, priceCurrency }) =>
      day === null ? [] : [currency, priceCurrency ?? base].map((code) => `${day},${code},${rate}`),
    ),
  )
  return [...rows].filter((row) => !row.includes(`,${base},`) && /,[A-Z]{3,},/.test(row)).join('\n')
}

async function sumsOf(account: TestFileAccount, others: ReadonlySet<string | null>): Promise<Sums> {
  const { cash } = await owner.client.fileAccount.findStatements({ params: { accountId: account.id } })
  const rows = await app.services.db
    .selectFrom('account_position')
    .select(['symbol', 'quantity'])
    .where('account_id', '=', account.id)
    .execute()
  const { number } = await app.services.db
    .selectFrom('account')
    .select('number')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const realised = await owner.client.transaction.findRealisedProfit({
    body: { accountNumber: number, fromDate: null, toDate: null },
  })
  const gains = new Map<string, Decimal>()
  for (const { instrumentCode: code, profit } of realised.gains)
    if (!others.has(code))
      gains.set(code, (gains.get(code) ?? new Decimal(0)).plus(new Decimal(formatCents(profit!)).times(100)))
  return {
    positions: textsOf(new Map(rows.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]))),
    cash: textsOf(new Map(cash.map(({ currency, amount }) => [currency, new Decimal(amount)]))),
    gains: textsOf(gains),
  }
}

test.each(samples)('%s: positions, cash and realised gains are the sums of its lines', async (name) => {
  const base = currencies[name] ?? 'USD'
  const account = await createAccount(owner, { currency: base })
  const { lines } = await readStatement(readSample(name))
  const table = ratesFor(lines, base)
  if (table !== '') await uploadRates(account, table)
  const statement = await importFile(account, name, readSample(name))
  expect(statement).toMatchObject({ state: 'IMPORTED', reason: null, lines: lines.length })
  const codeOf = codesOf(lines)
  const others = new Set(lines.filter(({ fate, quantity }) => fate !== 'trade' && quantity !== null).map(codeOf))
  expect(await sumsOf(account, others)).toEqual(addUp(lines, base))
  // The cash of the account is what all bookings add up to.
  const { rows } = await app.services.raw.query<{ booked: bigint; cash: bigint }>({
    text: `select (select coalesce(sum(net_amount_cents), 0)::bigint from account_transaction
        where account_id = a.id) as booked, cash_cents as cash from account a where a.id = $1`,
    values: [account.id],
  })
  expect(rows[0]!.booked).toBe(rows[0]!.cash)

  const again = await upload(account, name, readSample(name))
  expect(again.preview?.warnings[0]).toContain('has been imported already')
  expect(
    again.statement.outcomes.map(({ outcome }) => outcome).filter((one) => one === 'NEW' || one === 'WAITING'),
  ).toEqual([])
})
