// The lines of the day under way: at a real paper brokerage they are what the dashboard shows as the change of today and
// what the next close stores, and a day with everything that can happen adds up to the cent, also for a member's part.
import type { DayLines } from '@clubfolio/contract'
import { divideHalfEven, formatCents, type Cents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, type LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { linkTrader } from '../../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../../testing/paper-brokerage.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../../testing/test-app.ts'
import type { Session } from '../../../kernel/session.ts'
import { findAccount } from '../../account/store.ts'
import { findDayLines } from './find-day-lines.ts'
import { syncAccount } from '../../account-reading/sync-account.ts'

let app: TestBrokerage
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

/** 10:00 in New York on Wednesday, 2026-03-04. */
beforeEach(() => {
  app.clock.set(testStartMs)
  for (const symbol of ['ACME', 'BOLT']) app.market.set(symbol, 50)
})

const wordsOf = ({ isUnderWay, closeDay, lines, total }: DayLines): string[] => [
  `${isUnderWay ? 'since' : 'close of'} ${closeDay}`,
  ...lines.map(({ name, profit }) => `${name} ${formatCents(profit)}`),
  `total ${formatCents(total)}`,
]
const dayOf = (owner: TestUser, accountId: string) => owner.client.fund.findDayLines({ params: { accountId } })
const changeOf = async ({ client, user }: TestUser, accountId: string) =>
  (await client.account.viewMyAccount({ params: { userId: user.id } })).find(({ id }) => id === accountId)!.todayChange

/** Sums as the screen adds them up. */
function expectToAddUp({ lines, total }: DayLines): void {
  expect(lines.reduce((sum, { profit }) => sum + profit, 0n)).toBe(total)
}

async function openTrader() {
  const { owner, account } = await linkTrader(app, `today${logins++}`)
  // Nights pass in these tests, after which a session has ended.
  const find = () => findDayLines(app.services, { userId: owner.user.id } as Session, { accountId: account.id })
  const read = async () => {
    expect(await syncAccount(app.services, account.id)).toBe('READ')
    const found = await find()
    expectToAddUp(found)
    const { todayChange } = await findAccount(app.services.db, owner.user.id, account.id)
    expect(found.isUnderWay ? found.total : todayChange).toBe(todayChange)
    return wordsOf(found)
  }
  return { owner, account, find, read }
}

/** To a time of that day in New York, with these prices. */
function goTo(day: string, hour: number, prices: Readonly<Record<string, number>> = {}): void {
  app.clock.set(Date.parse(`${day}T${String(hour + 5).padStart(2, '0')}:00:00Z`))
  for (const [symbol, price] of Object.entries(prices)) app.market.set(symbol, price)
}

test('from its first movement on a day is under way, and its close has the same lines', async () => {
  const { account, read } = await openTrader()
  const { number } = account
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  await app.fill(number, 'SELL_SHORT', 10, 'BOLT', 50)
  goTo('2026-03-04', 17)
  expect(await read()).toEqual(['close of null', 'total 0.00'])
  goTo('2026-03-05', 11, { ACME: 52, BOLT: 51 })
  expect(await read()).toEqual(['since 2026-03-04', 'ACME 200.00', 'BOLT -10.00', 'Cash 0.00', 'total 190.00'])
  await app.transfer(number, 'DEPOSIT', '700.00')
  await app.fill(number, 'SELL', 60, 'ACME', 54)
  await app.fill(number, 'BUY', 4, 'CORE', 50)
  goTo('2026-03-05', 12, { ACME: 53, CORE: 51 })
  const under = ['ACME 360.00', 'CORE 4.00', 'BOLT -10.00', 'Cash 0.00', 'total 354.00']
  expect(await read()).toEqual(['since 2026-03-04', ...under])
  for (const [symbol, price] of Object.entries({ ACME: 53, BOLT: 51, CORE: 51 }))
    app.market.close(symbol, '2026-03-05', price)
  // The session is over; until its close is taken, it is still the one under way.
  goTo('2026-03-05', 17)
  const closed = ['close of 2026-03-05', ...under]
  expect(await read()).toEqual(closed)
  // Prices move before the opening, but the session has not begun.
  goTo('2026-03-06', 8, { ACME: 60 })
  expect(await read()).toEqual(closed)
  // It has begun, and nothing has moved.
  goTo('2026-03-06', 10, { ACME: 53 })
  expect(await read()).toEqual(closed)
  goTo('2026-03-06', 11, { BOLT: 50 })
  expect(await read()).toEqual(['since 2026-03-05', 'BOLT 10.00', 'ACME 0.00', 'CORE 0.00', 'Cash 0.00', 'total 10.00'])
})

test('a split, and an access that has lapsed', async () => {
  const { account, owner, find, read } = await openTrader()
  await app.fill(account.number, 'BUY', 100, 'ACME', 50)
  app.market.act('ACME', { day: '2026-03-05', kind: 'SPLIT', value: '2' })
  app.market.close('ACME', '2026-03-04', 50)
  goTo('2026-03-04', 17, { ACME: 25 })
  await read()
  goTo('2026-03-05', 11, { ACME: 26 })
  expect(await read()).toEqual(['since 2026-03-04', 'ACME 200.00', 'Cash 0.00', 'total 200.00'])
  await app.services.db
    .updateTable('broker_login')
    .set({ lapsed_at: new Date(app.clock.nowMs()) })
    .where('owner_id', '=', owner.user.id)
    .execute()
  expect((await find()).isUnderWay).toBe(false)
})

interface Held {
  readonly symbol: string
  readonly quantity: number
  readonly value: string
}

interface Booked {
  readonly kind: string
  readonly symbol?: string
  readonly quantity?: number
  readonly net: string
  readonly fee?: string
  /** What it paid in. */
  readonly paid?: string
  readonly description?: string
}

interface Day {
  readonly closeDay: string
  readonly before: { readonly cash: string; readonly held: readonly Held[] }
  readonly now: { readonly value: string; readonly cash: string; readonly held: readonly Held[] }
  readonly booked: readonly Booked[]
}

/** Stores what the account held at its last close, what it holds now and what was booked in between. */
async function arrange({ id }: LinkedAccount, { closeDay, before, now, booked }: Day): Promise<void> {
  const { db } = app.services
  const at = new Date(app.clock.nowMs())
  const lineOf = (kind: 'INSTRUMENT' | 'CASH', symbol: string, quantity: number | null, value: string) => ({
    account_id: id,
    day: closeDay,
    kind,
    symbol,
    is_short: (quantity ?? 0) < 0,
    quantity: quantity === null ? null : String(quantity),
    before_cents: 0n as Cents,
    value_cents: cents(value),
    net_cents: 0n as Cents,
    price_cents: 0n as Cents,
    income_cents: 0n as Cents,
    fee_cents: 0n as Cents,
  })
  await db
    .updateTable('account_close')
    .set({ cash_cents: cents(before.cash) })
    .where('account_id', '=', id)
    .execute()
  await db
    .insertInto('account_close_line')
    .values([
      lineOf('CASH', '', null, before.cash),
      ...before.held.map(({ symbol, quantity, value }) => lineOf('INSTRUMENT', symbol, quantity, value)),
    ])
    .execute()
  await db
    .updateTable('account')
    .set({ float_value_cents: cents(now.value), cash_cents: cents(now.cash) })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('account_point')
    .values({ account_id: id, at, broker_value_cents: cents(now.value), real_value_cents: cents(now.value) })
    .execute()
  for (const { symbol, quantity, value } of now.held)
    await sql`insert into account_position (account_id, symbol, asset_type, description, multiplier, quantity,
      average_price, market_value_cents, open_profit_cents)
      values (${id}, ${symbol}, 'EQUITY', '', 1, ${quantity}, 1, ${cents(value)}, 0)`.execute(db)
  for (const [index, { kind, symbol, quantity, net, fee, paid, description }] of booked.entries()) {
    await sql`insert into account_transaction (account_id, broker_id, occurred_at, day, trade_date, kind, description,
      symbol, asset_type, multiplier, quantity, price, net_amount_cents, fee_cents, order_id)
      values (${id}, ${`t${index}`}, ${at}, '2026-03-04', '2026-03-04', ${kind}, ${description ?? ''}, ${symbol ?? null},
      ${symbol ? 'EQUITY' : null}, 1, ${quantity ?? null}, null, ${cents(net)}, ${cents(fee ?? '0.00')}, null)`.execute(
      db,
    )
    if (paid !== undefined)
      await sql`insert into account_movement (account_id, id, broker_id, day, amount_cents, kind, description,
        created_at) values (${id}, gen_random_uuid(), ${`t${index}`}, '2026-03-04', ${cents(paid)}, ${kind}, '',
        ${at})`.execute(db)
  }
}

const stepsOf = ({ units }: { readonly units: string }) => BigInt(units.replace('.', ''))
const option = 'LONG  260320C00050000'
const everything: Omit<Day, 'closeDay'> = {
  before: {
    cash: '10000.00',
    held: [
      { symbol: 'LONG', quantity: 100, value: '5000.00' },
      { symbol: 'SHRT', quantity: -10, value: '-500.00' },
      { symbol: option, quantity: 2, value: '300.00' },
      { symbol: 'GONE', quantity: 20, value: '400.00' },
      { symbol: 'SPLT', quantity: 10, value: '1000.00' },
    ],
  },
  now: {
    value: '17623.85',
    cash: '11298.85',
    held: [
      { symbol: 'LONG', quantity: 100, value: '5120.00' },
      { symbol: 'SHRT', quantity: -10, value: '-480.00' },
      { symbol: option, quantity: 1, value: '210.00' },
      { symbol: 'NEWS', quantity: 10, value: '290.00' },
      { symbol: 'SPLT', quantity: 20, value: '980.00' },
      { symbol: 'DELV', quantity: 5, value: '205.00' },
    ],
  },
  booked: [
    { kind: 'DIVIDEND_OR_INTEREST', symbol: 'LONG', net: '25.00' },
    { kind: 'DIVIDEND_OR_INTEREST', symbol: 'SHRT', net: '-3.00' },
    { kind: 'TRADE', symbol: option, quantity: -1, net: '199.35', fee: '0.65' },
    { kind: 'TRADE', symbol: 'GONE', quantity: -20, net: '379.00', fee: '1.00' },
    { kind: 'TRADE', symbol: 'NEWS', quantity: 10, net: '-300.00' },
    { kind: 'RECEIVE_AND_DELIVER', symbol: 'SPLT', quantity: 10, net: '0.00', description: 'Split 2:1' },
    { kind: 'RECEIVE_AND_DELIVER', symbol: 'DELV', quantity: 5, net: '0.00', paid: '200.00', description: 'Delivered' },
    { kind: 'CASH_RECEIPT', net: '1000.00', paid: '1000.00' },
    { kind: 'FEE', net: '-2.00' },
    { kind: 'DIVIDEND_OR_INTEREST', net: '0.50' },
  ],
}
const ofInstruments = [
  'LONG 145.00',
  'LONG 50 call 2026-03-20 109.35',
  'SHRT 17.00',
  'DELV 5.00',
  'NEWS -10.00',
  'SPLT -20.00',
  'GONE -21.00',
]

test('everything that a day can have adds up to the change of today', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-03-02', '16200.00')
  expect(await dayOf(owner, account.id)).toMatchObject({ isUnderWay: false, closeDay: null, lines: [] })
  await closeSession(app, account, '2026-03-03', '16200.00')
  await arrange(account, { ...everything, closeDay: '2026-03-03' })
  const found = await dayOf(owner, account.id)
  expect(wordsOf(found)).toEqual(['since 2026-03-03', ...ofInstruments, 'Cash -1.50', 'total 223.85'])
  expectToAddUp(found)
  expect(await changeOf(owner, account.id)).toBe(found.total)
  // What the brokerage states beyond cash and positions.
  await app.services.db
    .updateTable('account')
    .set({ float_value_cents: cents('17623.92') })
    .where('id', '=', account.id)
    .execute()
  const more = await dayOf(owner, account.id)
  expect(wordsOf(more)).toEqual([
    'since 2026-03-03',
    ...ofInstruments,
    'Cash -1.50',
    'Not explained 0.07',
    'total 223.92',
  ])
  expect(await changeOf(owner, account.id)).toBe(more.total)
  // Without the lines of its last close nobody knows what was held.
  await sql`delete from account_close_line where account_id = ${account.id}`.execute(app.services.db)
  expect((await dayOf(owner, account.id)).isUnderWay).toBe(false)
})

test("a member reads their part by the units of the coming close, and nobody else's", async () => {
  const manager = await app.signUp(['MANAGERS'])
  const { account, ann, joana } = await makeFundOfTwo(app, manager)
  const [one, other] = [await app.signUp([]), await app.signUp([])]
  for (const [memberId, { user }] of [
    [ann, one],
    [joana, other],
  ] as const)
    await app.services.db.updateTable('member').set({ user_id: user.id }).where('id', '=', memberId).execute()
  const ownPart = (memberId: string, by: TestUser) =>
    by.client.fund.findMyDayLines({ params: { accountId: account.id, memberId } })
  const before = await ownPart(joana, other)
  expect(before).toMatchObject({ isUnderWay: false, closeDay: '2026-02-18' })
  await closeSession(app, account, '2026-03-03', '16200.00')
  await arrange(account, { ...everything, closeDay: '2026-03-03' })
  const whole = await dayOf(manager, account.id)
  const parts = [await ownPart(ann, one), await ownPart(joana, other)]
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  for (const [index, memberId] of [ann, joana].entries()) {
    const part = parts[index]!
    expect(part).toMatchObject({ isUnderWay: true, closeDay: '2026-03-03' })
    expectToAddUp(part)
    const own = stepsOf(rows.find((row) => row.memberId === memberId)!)
    const all = rows.reduce((sum, row) => sum + stepsOf(row), 0n)
    expect(part.total).toBe(divideHalfEven(whole.total * own, all))
  }
  expect(await refusalOf(ownPart(ann, other))).toBe('404 notFound')
  expect(await refusalOf(ownPart(ann, manager))).toBe('404 notFound')
  expect(await refusalOf(dayOf(other, account.id))).toBe('404 notFound')
})
