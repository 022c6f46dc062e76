// A year of random trades, shorts, deposits and withdrawals at the real paper brokerage, linked only at the end: the
// history rebuilt from the brokerage's data equals, session by session and to the cent, the books that the test keeps
// forward.
import { addSessions, type MarketDay, marketDay, sessionsBetween } from '@clubfolio/domain'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Consent, startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { checkCloseLines } from '../close-line/check-close-lines.ts'
import { syncAccount } from './sync-account.ts'

const symbols = ['ACME', 'BOLT', 'BASK'] as const
const sessionCount = 245
let app: TestBrokerage

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

const step = fc.record({
  session: fc.integer({ min: 0, max: sessionCount - 1 }),
  what: fc.constantFrom('enlarge', 'enlarge', 'reduce', 'reverse', 'deposit', 'withdraw'),
  symbol: fc.constantFrom(...symbols),
  quantity: fc.integer({ min: 1, max: 60 }),
  priceCents: fc.integer({ min: 1_000, max: 9_999 }),
  isShort: fc.boolean(),
  amountCents: fc.integer({ min: 1, max: 400_000 }),
})
const years = fc.sample(fc.array(step, { minLength: 25, maxLength: 45 }), { numRuns: 3, seed: 20_260_304 })

/** Returns a closing price in cents that depends only on symbol and session. */
function closeCents(symbol: string, day: string): number {
  let mixed = 11
  for (const character of `${symbol}${day}`) mixed = (mixed * 37 + character.charCodeAt(0)) % 7_919
  return 1_000 + mixed
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** Deposits or withdraws on the brokerage's own page, as the account's owner would. */
async function transfer(
  { browser }: Consent,
  name: string,
  direction: 'DEPOSIT' | 'WITHDRAWAL',
  amount: string,
): Promise<void> {
  const page = await browser.get('/paper')
  if (page.body.includes('action="/paper/sign-in"')) {
    await browser.submit('/paper/sign-in', { name, password: 'a long enough password' })
    await browser.get('/paper')
  }
  const moved = await browser.submit('/paper/transfer', { amount, direction })
  if (moved.status >= 400) throw new Error(`The transfer answered ${moved.status}.`)
}

interface Day {
  cash: bigint
  held: Map<string, number>
}

test.each(years.map((steps, index) => [index + 1, steps] as const))(
  'random year %i is rebuilt to the cent on every session and ends at the present balance',
  async (index, steps) => {
    const first = marketDay(
      new Date(Date.parse('2026-03-04T15:00:00Z') + (index - 1) * 364 * 86_400_000).toISOString().slice(0, 10),
    )
    const days = sessionsBetween(first, addSessions(first, sessionCount - 1))
    const toDay = (day: MarketDay) => app.clock.set(Date.parse(`${day}T15:00:00Z`))
    toDay(days[0]!)
    for (const symbol of symbols) {
      app.market.set(symbol, 50)
      for (const day of days) app.market.close(symbol, day, closeCents(symbol, day) / 100)
    }
    const owner = await app.signUp(['MANAGERS'])
    const name = `year${index}`
    const consent = await app.register((await owner.client.account.getAmtTk()).authoriseUrl, name)
    const { rows } = await sql<{
      number: string
    }>`select account_number as number from paper.account p where not exists (select from account a where a.number = p.account_number)`.execute(
      app.services.db,
    )
    const number = rows[0]!.number

    const books: Day = { cash: 10_000_000n, held: new Map() }
    const expected = new Map<string, { cash: bigint; value: bigint }>()
    for (const [position, day] of days.entries()) {
      toDay(day)
      for (const one of steps.filter(({ session }) => session === position))
        await play(one, books, { consent, name, number })
      const value = [...books.held].reduce(
        (sum, [symbol, quantity]) => sum + BigInt(quantity * closeCents(symbol, day)),
        books.cash,
      )
      expected.set(day, { cash: books.cash, value })
    }

    toDay(addSessions(days.at(-1)!, 1))
    for (const symbol of symbols) app.market.set(symbol, 61.25)
    const later = await app.signIn(owner.email)
    const back = await consent.allow((await later.client.account.getAmtTk()).authoriseUrl)
    await later.client.account.createMy({
      body: { code: back.get('code')!, token: back.get('state')!, ownerId: later.user.id },
    })
    const { id } = await app.services.db
      .selectFrom('account')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(await syncAccount(app.services, id)).toBe('READ')

    const closes = await app.services.db
      .selectFrom('account_close')
      .select(['day', 'cash_cents', 'broker_value_cents', 'is_reconciled'])
      .where('account_id', '=', id)
      .orderBy('day')
      .execute()
    expect(
      closes.map(({ day, cash_cents, broker_value_cents, is_reconciled }) => [
        day,
        cash_cents,
        broker_value_cents,
        is_reconciled,
      ]),
    ).toEqual([...expected].map(([day, { cash, value }]) => [day, cash, value, true]))
    const lines = await app.services.db
      .selectFrom('account_close_line')
      .select(['day', 'kind'])
      .where('account_id', '=', id)
      .execute()
    expect(lines.filter(({ kind }) => kind === 'CASH')).toHaveLength(closes.length)
    expect(lines.filter(({ kind }) => kind === 'NOT_EXPLAINED')).toEqual([])
    expect(await inTransaction(app.services.db, (trx) => checkCloseLines(trx, { accountId: id, after: null }))).toEqual(
      [],
    )
    const [account] = await later.client.account.viewMyAccount({ params: { userId: later.user.id } })
    const present = [...books.held.values()].reduce((sum, quantity) => sum + BigInt(quantity * 6_125), books.cash)
    expect(account).toMatchObject({ floatValue: present, unexplainedCash: 0n, differences: [] })
    const history = await later.client.wallet.getWalletHistoric({
      params: { accountId: id, fromDate: null, toDate: null, timing: '1D' },
    })
    expect(history.at(-1)![1]).toBe(Number(present) / 100)
    expect(history).toHaveLength(sessionCount + 1)
  },
)

async function play(
  one: (typeof years)[number][number],
  books: Day,
  { consent, name, number }: { consent: Consent; name: string; number: string },
): Promise<void> {
  if (one.what === 'deposit' || one.what === 'withdraw') {
    const isDeposit = one.what === 'deposit'
    await transfer(consent, name, isDeposit ? 'DEPOSIT' : 'WITHDRAWAL', dollars(one.amountCents))
    books.cash += BigInt(isDeposit ? one.amountCents : -one.amountCents)
    return
  }
  const held = books.held.get(one.symbol) ?? 0
  const trade = async (signed: number) => {
    if (signed === 0) return
    const before = books.held.get(one.symbol) ?? 0
    const isClosing = before !== 0 && before > 0 !== signed > 0
    const instruction = signed > 0 ? (isClosing ? 'BUY_TO_COVER' : 'BUY') : isClosing ? 'SELL' : 'SELL_SHORT'
    await app.fill(number, instruction, Math.abs(signed), one.symbol, one.priceCents / 100)
    books.cash -= BigInt(signed * one.priceCents)
    books.held.set(one.symbol, before + signed)
  }
  const side = held === 0 ? (one.isShort ? -1 : 1) : Math.sign(held)
  if (one.what === 'enlarge') return trade(side * one.quantity)
  await trade(-Math.sign(held) * Math.min(Math.abs(held), one.quantity))
  if (one.what === 'reverse' && (books.held.get(one.symbol) ?? 0) === 0) await trade(-side * one.quantity)
}
