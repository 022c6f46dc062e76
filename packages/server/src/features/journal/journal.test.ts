// The journal of an account: which trades its rows make, filters and orders, notes and what they survive, that only
// trades whose rows changed are replaced, and how far trades were in profit and in loss.
import type { TradeOrder } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJournalUpkeep } from '../../jobs/journal-job.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { importText } from '../../testing/import-for-test.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { brokerOrderRow, transactionRow } from '../../testing/sample-rows.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { everyTrade, readTrades } from './testing/compare-journal.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

interface Booking {
  readonly day: string
  readonly symbol: string
  readonly quantity: string
  readonly net: string
  readonly fee?: string
  readonly orderId?: string
  readonly id?: string
  readonly asset?: string
  readonly kind?: string
  readonly text?: string
  readonly price?: string
}

let serial = 1_000
async function book(booking: Booking, accountId = account.id): Promise<string> {
  const { day, symbol, quantity, net, fee = '0.00', orderId = null, asset = 'EQUITY' } = booking
  const id = booking.id ?? String(++serial)
  await app.services.db
    .insertInto('account_transaction')
    .values(
      transactionRow(accountId, {
        broker_id: id,
        occurred_at: new Date(`${day}T15:00:00Z`),
        day,
        kind: booking.kind ?? 'TRADE',
        description: booking.text ?? '',
        symbol,
        asset_type: asset,
        multiplier: asset === 'OPTION' ? 100 : 1,
        quantity,
        price: booking.price ?? null,
        net_amount_cents: cents(net),
        fee_cents: cents(fee),
        order_id: orderId,
      }),
    )
    .execute()
  return id
}

const stop = (id: string, symbol: string, price: string, enteredDay: string, more: object = {}) =>
  app.services.db
    .insertInto('broker_order')
    .values(
      brokerOrderRow(account.id, id, {
        symbol,
        instruction: 'SELL',
        order_type: 'STOP',
        stop_price: price,
        price: null,
        entered_at: new Date(`${enteredDay}T15:00:00Z`),
        ...more,
      }),
    )
    .execute()

/** What the brokerage reports as held: the journal counts back from it. */
const hold = (symbol: string, quantity: string, average: string) =>
  app.services.db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol,
      asset_type: 'EQUITY',
      description: null,
      multiplier: 1,
      quantity,
      average_price: average,
      market_value_cents: cents('0.00'),
      open_profit_cents: cents('0.00'),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'symbol']).doUpdateSet({ quantity }))
    .execute()

const trades = (more: Partial<ReturnType<typeof everyTrade>> = {}, person = owner) =>
  readTrades(person, { ...everyTrade([account.id]), ...more })
const dollars = (value: bigint | null) => (value === null ? null : Number(value) / 100)

beforeEach(async () => {
  account = await linkAccount(app, owner, '2026-01-02', '100000.00')
})

/** A win with R, a loss without, a spread that expires, an open trade. */
async function bookYear(): Promise<Record<'win' | 'loss' | 'spread' | 'open', string>> {
  const win = await book({ day: '2026-01-05', symbol: 'WINS', quantity: '100', net: '-5001.00', fee: '1.00' })
  await stop('s1', 'WINS', '48', '2026-01-05')
  await book({ day: '2026-01-09', symbol: 'WINS', quantity: '-100', net: '5299.00', fee: '1.00' })
  const loss = await book({ day: '2026-01-06', symbol: 'LOSS', quantity: '-50', net: '1000.00' })
  await book({ day: '2026-02-10', symbol: 'LOSS', quantity: '50', net: '-1200.00' })
  const [high, low] = ['SPRD  260220C00100000', 'SPRD  260220C00105000']
  const leg = { asset: 'OPTION', day: '2026-01-20', orderId: 'o77' }
  const spread = await book({ ...leg, symbol: high, quantity: '1', net: '-200.00' })
  await book({ ...leg, symbol: low, quantity: '-1', net: '80.00' })
  const end = { asset: 'OPTION', day: '2026-02-20', net: '0.00', kind: 'RECEIVE_AND_DELIVER', text: 'Expiration' }
  await book({ ...end, symbol: high, quantity: '-1' })
  await book({ ...end, symbol: low, quantity: '1' })
  const open = await book({ day: '2026-02-23', symbol: 'OPEN', quantity: '10', net: '-100.00' })
  await hold('OPEN', '10', '10')
  return { win, loss, spread, open }
}

describe('trades', () => {
  test('are round trips with result, percent, R or why there is none', async () => {
    const ids = await bookYear()
    const found = await trades()
    expect(
      found.map((row) => [
        row.tradeId,
        row.codes.length,
        row.side,
        row.openedDay,
        row.closedDay,
        row.quantity,
        row.entryPrice,
        row.exitPrice,
        dollars(row.result),
        row.resultPercent,
        row.r,
        row.missingR,
      ]),
    ).toEqual([
      [ids.win, 1, 'LONG', '2026-01-05', '2026-01-09', 100, 50, 53, 298, 5.96, 1.49, null],
      [ids.loss, 1, 'SHORT', '2026-01-06', '2026-02-10', 50, 20, 24, -200, -20, null, 'NO_STOP'],
      // A vertical loses at most the 120.00 that it cost.
      [ids.spread, 2, 'LONG', '2026-01-20', '2026-02-20', 1, 1.2, 0, -120, -100, -1, null],
      [ids.open, 1, 'LONG', '2026-02-23', null, 10, 10, null, null, null, null, 'OPEN'],
    ])
    expect(found[2]?.underlying).toBe('SPRD')
  })

  test.each([
    ['days of closing', { fromDate: '2026-02-01', toDate: '2026-02-10' }, ['LOSS']],
    ['open ones', { state: 'OPEN' }, ['OPEN']],
    ['closed ones', { state: 'CLOSED' }, ['WINS', 'LOSS', 'SPRD']],
    ['an underlying', { code: 'sprd' }, ['SPRD']],
    ['the code of a leg', { code: 'SPRD  260220C00105000' }, ['SPRD']],
    ['the side', { side: 'SHORT' }, ['LOSS']],
    ['wins', { result: 'WIN' }, ['WINS']],
    ['losses', { result: 'LOSS' }, ['LOSS', 'SPRD']],
    ['the day of the week of the entry', { weekday: 1 }, ['WINS', 'OPEN']],
    ['the holding time', { holdingTime: 'WEEK' }, ['WINS']],
  ] as const)('are filtered by %s', async (_title, filter, expected) => {
    await bookYear()
    expect((await trades(filter)).map(({ underlying }) => underlying)).toEqual(expected)
  })

  test.each([
    ['result', 'ASC', ['LOSS', 'SPRD', 'WINS', 'OPEN']],
    ['result', 'DESC', ['WINS', 'SPRD', 'LOSS', 'OPEN']],
    ['r', 'DESC', ['WINS', 'SPRD', 'OPEN', 'LOSS']],
    ['closed', 'DESC', ['OPEN', 'SPRD', 'LOSS', 'WINS']],
    ['held', 'ASC', ['WINS', 'SPRD', 'LOSS', 'OPEN']],
    ['code', 'ASC', ['LOSS', 'OPEN', 'SPRD', 'WINS']],
  ] as const)('are ordered by %s, %s, those without it last', async (orderBy, direction, expected) => {
    await bookYear()
    const { total, result } = await owner.client.journal.findTrades({
      body: { ...everyTrade([account.id]), start: 0, count: 10, orderBy, direction },
    })
    expect(total).toBe(4)
    expect(result.map(({ underlying }) => underlying)).toEqual(expected)
    const page = await owner.client.journal.findTrades({
      body: { ...everyTrade([account.id]), start: 1, count: 2, orderBy, direction },
    })
    expect([page.total, page.result]).toEqual([4, result.slice(1, 3)])
  })

  test('of several accounts are in one list, and those of other users are not there', async () => {
    await bookYear()
    const second = await linkAccount(app, owner, '2026-01-02', '1000.00')
    await book({ day: '2026-01-05', symbol: 'MORE', quantity: '1', net: '-10.00' }, second.id)
    const both = await readTrades(owner, everyTrade([account.id, second.id, account.id]))
    expect(both).toHaveLength(5)
    const other = await app.signUp(['MANAGERS'])
    expect(await refusalOf(readTrades(other, everyTrade([account.id])))).toBe('404 notFound')
    expect(await refusalOf(readTrades(owner, everyTrade([account.id, crypto.randomUUID()])))).toBe('404 notFound')
  })

  test('show their fills, orders, legs and stop', async () => {
    const ids = await bookYear()
    const detail = (tradeId: string) => owner.client.journal.findTrade({ params: { accountId: account.id, tradeId } })
    const win = await detail(ids.win)
    expect(win.fills.map(({ role, quantity, price, fees }) => [role, quantity, price, dollars(fees)])).toEqual([
      ['ENTRY', 100, 50, 1],
      ['EXIT', -100, 53, 1],
    ])
    expect([win.stop?.orderId, win.stop?.price, dollars(win.trade.risk)]).toEqual(['s1', 48, 200])
    expect(win.orders.map(({ orderId }) => orderId)).toEqual(['s1'])
    const spread = await detail(ids.spread)
    expect(spread.fills.map(({ code }) => code.trim().slice(-3))).toEqual(['000', '000', '000', '000'])
    expect(spread.excursion).toBeNull()
    expect(await refusalOf(detail('999999'))).toBe('404 notFound')
  })

  test('have R at the first stop that worked: not one that was rejected, or that waits for an entry never filled', async () => {
    await book({ day: '2026-01-05', symbol: 'WINS', quantity: '100', net: '-5000.00' })
    await book({ day: '2026-01-09', symbol: 'WINS', quantity: '-100', net: '5300.00' })
    await stop('rejected', 'WINS', '49', '2026-01-05', { status: 'REJECTED' })
    await app.services.db
      .insertInto('broker_order')
      .values(brokerOrderRow(account.id, 'entry', { strategy: 'TRIGGER', symbol: 'WINS' }))
      .execute()
    await stop('waiting', 'WINS', '49', '2026-01-05', { root_id: 'entry', parent_id: 'entry', status: 'CANCELED' })
    expect((await trades())[0]?.missingR).toBe('NO_STOP')
    await stop('later', 'WINS', '40', '2026-01-08')
    await stop('first', 'WINS', '45', '2026-01-06')
    expect((await trades())[0]?.r).toBe(0.6)
    // Once the entry is filled its stop worked from then on.
    await app.services.db
      .updateTable('broker_order')
      .set({ filled_quantity: '100', last_fill_at: new Date('2026-01-05T15:00:00Z') })
      .where('account_id', '=', account.id)
      .where('broker_id', '=', 'entry')
      .execute()
    expect((await trades())[0]?.r).toBe(3)
  })
})

describe('stored trades', () => {
  /** The trades in order with what changes whenever their row is written. */
  const writes = async (): Promise<Map<string, string>> => {
    await trades()
    const { rows } = await sql<{ underlying: string; xmin: string }>`
      select underlying, xmin::text from journal_trade where account_id = ${account.id}`.execute(app.services.db)
    return new Map(rows.map(({ underlying, xmin }) => [underlying, xmin]))
  }
  const rewritten = async (before: ReadonlyMap<string, string>) =>
    [...(await writes())].flatMap(([underlying, xmin]) => (before.get(underlying) === xmin ? [] : [underlying])).sort()

  test('are replaced for the symbols whose transactions, position or stops changed, and for no others', async () => {
    await bookYear()
    const { db } = app.services
    const first = await writes()
    expect([...first.keys()].sort()).toEqual(['LOSS', 'OPEN', 'SPRD', 'WINS'])
    // What a reading writes again and again is no change.
    await db.updateTable('broker_order').set({ read_at: new Date() }).where('account_id', '=', account.id).execute()
    await db.updateTable('account_position').set({ market_value_cents: 5n }).execute()
    expect(await rewritten(first)).toEqual([])
    await db.updateTable('broker_order').set({ stop_price: '46' }).where('account_id', '=', account.id).execute()
    expect(await rewritten(first)).toEqual(['WINS'])
    expect((await trades())[0]?.r).toBe(0.74)
    const held = await writes()
    await hold('OPEN', '12', '10')
    expect(await rewritten(held)).toEqual(['OPEN'])
    expect((await trades()).at(-1)?.openedDay).toBeNull()
    await hold('OPEN', '10', '10')
    const second = await writes()
    await book({ day: '2026-02-24', symbol: 'OPEN', quantity: '-10', net: '90.00' })
    await db.deleteFrom('account_position').where('account_id', '=', account.id).execute()
    expect(await rewritten(second)).toEqual(['OPEN'])
    expect((await trades()).at(-1)?.closedDay).toBe('2026-02-24')
  })

  test('of a leg are replaced with those of the other legs of its order', async () => {
    await bookYear()
    await trades()
    const before = await trades({ code: 'SPRD' })
    await app.services.db
      .updateTable('account_transaction')
      .set({ order_id: null })
      .where('account_id', '=', account.id)
      .where('symbol', '=', 'SPRD  260220C00105000')
      .execute()
    const after = await trades({ code: 'SPRD' })
    expect([before, after].map((rows) => rows.map(({ codes, result }) => [codes.length, dollars(result)]))).toEqual([
      [[2, -120]],
      [
        [1, -200],
        [1, 80],
      ],
    ])
  })

  test('go with the last transaction of their symbol', async () => {
    await bookYear()
    await trades()
    await app.services.db.deleteFrom('account_transaction').where('symbol', '=', 'LOSS').execute()
    expect((await trades()).map(({ underlying }) => underlying)).toEqual(['WINS', 'SPRD', 'OPEN'])
  })

  test('are the same for readers at once, and a job derives them before anybody asks', async () => {
    await bookYear()
    const [one, ...others] = await Promise.all([trades(), trades(), trades()])
    expect(one).toHaveLength(4)
    for (const other of others) expect(other).toEqual(one)
    await book({ day: '2026-02-24', symbol: 'MORE', quantity: '10', net: '-90.00' })
    await hold('MORE', '10', '9')
    await runJournalUpkeep(app.services)
    expect(
      (
        await app.services.db
          .selectFrom('journal_trade')
          .select('trade_id')
          .where('account_id', '=', account.id)
          .execute()
      ).length,
    ).toBe(5)
  })
})

describe('notes', () => {
  const save = (tradeId: string, more: { setup?: string; tags?: string[]; note?: string }, person = owner) =>
    person.client.journal.saveTradeNote({
      body: { accountId: account.id, tradeId, setup: '', tags: [], note: '', ...more },
    })

  test('are kept as they were typed, found by setup and tag, and removed when they are emptied', async () => {
    const ids = await bookYear()
    const note = '=1+1 <b>late</b>\nnext time wait'
    await save(ids.win, { setup: 'Breakout', tags: ['late', 'late', 'A+'], note })
    const detail = await owner.client.journal.findTrade({ params: { accountId: account.id, tradeId: ids.win } })
    expect([detail.trade.setup, detail.trade.tags, detail.note, detail.trade.hasNote]).toEqual([
      'Breakout',
      ['late', 'A+'],
      note,
      true,
    ])
    expect((await trades({ setup: 'Breakout' })).map(({ tradeId }) => tradeId)).toEqual([ids.win])
    expect((await trades({ tag: 'A+' })).map(({ tradeId }) => tradeId)).toEqual([ids.win])
    await save(ids.win, {})
    expect((await trades())[0]).toMatchObject({ setup: '', tags: [], hasNote: false })
    expect(
      await app.services.db.selectFrom('trade_note').selectAll().where('account_id', '=', account.id).execute(),
    ).toEqual([])
  })

  test('stay with their trade when an earlier fill arrives, and those of two trades that become one are joined', async () => {
    const first = await book({ day: '2026-01-06', symbol: 'JOIN', quantity: '10', net: '-100.00' })
    await book({ day: '2026-01-07', symbol: 'JOIN', quantity: '-10', net: '110.00' })
    const second = await book({ day: '2026-01-08', symbol: 'JOIN', quantity: '5', net: '-50.00' })
    await hold('JOIN', '5', '10')
    await save(first, { setup: 'Dip', tags: ['a'], note: 'one' })
    await save(second, { tags: ['b', 'a'], note: 'two' })
    const earlier = await book({ day: '2026-01-05', symbol: 'JOIN', quantity: '5', net: '-45.00', id: '500' })
    await hold('JOIN', '10', '10')
    const [joined, ...others] = await trades()
    expect([joined?.tradeId, joined?.setup, joined?.tags, others]).toEqual([earlier, 'Dip', ['a', 'b'], []])
    const { note } = await owner.client.journal.findTrade({ params: { accountId: account.id, tradeId: earlier } })
    expect(note).toBe('one\n\ntwo')
    // Saving it once makes it one note.
    await save(earlier, { note: 'all' })
    expect(
      await app.services.db
        .selectFrom('trade_note')
        .select(['opened_id', 'note'])
        .where('account_id', '=', account.id)
        .execute(),
    ).toEqual([{ opened_id: earlier, note: 'all' }])
  })

  test('are for own trades that exist', async () => {
    const ids = await bookYear()
    expect(await refusalOf(save('999999', { note: 'x' }))).toBe('404 notFound')
    expect(await refusalOf(save(ids.win, { note: 'x' }, await app.signUp(['MANAGERS'])))).toBe('404 notFound')
  })
})

test('statistics say how many trades they leave out', async () => {
  await bookYear()
  await book({ day: '2026-01-15', symbol: 'GONE', quantity: '-5', net: '49.25', fee: '0.75' })
  const { total, openCount, unknownCount } = await owner.client.journal.findTradeStatistics({
    body: everyTrade([account.id]),
  })
  expect([total.count, openCount, unknownCount, dollars(total.result)]).toEqual([3, 1, 1, -22])
})

describe('best and worst results while open', () => {
  const bars = (...lines: readonly string[]) =>
    importText(app.services, 'prices.csv', `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`, {
      replace: true,
    })
  const statistics = () => owner.client.journal.findTradeStatistics({ body: everyTrade([account.id]) })
  /** Bars of the year of `bookYear`; contracts have none. */
  const ofYear = [
    'WINS,2026-01-05,50,51,49.5,50,1000',
    'WINS,2026-01-06,50,54,49,50,1000',
    'WINS,2026-01-09,53,53.5,52,53,1000',
    'LOSS,2026-01-06,20,20.5,19,20,1000',
    'LOSS,2026-02-10,23,25,22,24,1000',
    'OPEN,2026-02-23,10,10.2,9.8,10,1000',
    'OPEN,2026-03-02,11,12,9,11,1000',
  ]
  const figures = async (more: Parameters<typeof trades>[0] = {}) =>
    (await trades(more)).map(({ underlying, best, worst, bestR, worstR }) => [
      underlying,
      dollars(best),
      dollars(worst),
      bestR,
      worstR,
    ])
  const order = async (orderBy: TradeOrder, direction: 'ASC' | 'DESC') =>
    (
      await owner.client.journal.findTrades({
        body: { ...everyTrade([account.id]), start: 0, count: 10, orderBy, direction },
      })
    ).result.map(({ underlying }) => underlying)

  beforeEach(async () => {
    await app.services.pool.query('delete from daily_bar')
    await bars(...ofYear)
    await app.services.db.updateTable('account').set({ market_source: 'import' }).where('id', '=', account.id).execute()
    await bookYear()
  })

  test('are in the list, of open trades at once, of closed ones as soon as the job has measured them', async () => {
    expect(await figures()).toEqual([
      ['WINS', null, null, null, null],
      ['LOSS', null, null, null, null],
      ['SPRD', null, null, null, null],
      ['OPEN', 20, -10, null, null],
    ])
    await runJournalUpkeep(app.services)
    expect(await figures()).toEqual([
      // 100 at 50.00 with a risk of 200.00: 54.00 and 49.00.
      ['WINS', 400, -100, 2, -0.5],
      // 50 sold at 20.00: 19.00 and 25.00.
      ['LOSS', 50, -250, null, null],
      ['SPRD', null, null, null, null],
      ['OPEN', 20, -10, null, null],
    ])
  })

  test('order the list, trades without them last', async () => {
    await runJournalUpkeep(app.services)
    expect(await order('best', 'DESC')).toEqual(['WINS', 'LOSS', 'OPEN', 'SPRD'])
    expect(await order('worst', 'ASC')).toEqual(['LOSS', 'WINS', 'OPEN', 'SPRD'])
    expect(await order('bestR', 'DESC')).toEqual(['WINS', 'OPEN', 'SPRD', 'LOSS'])
    expect(await order('worstR', 'ASC')).toEqual(['WINS', 'OPEN', 'SPRD', 'LOSS'])
  })

  test.each([
    [{ minBest: toCents(5_000n) }, ['WINS', 'LOSS']],
    [{ minBest: toCents(5_001n) }, ['WINS']],
    [{ maxWorst: toCents(-10_000n) }, ['WINS', 'LOSS']],
    [{ maxWorst: toCents(-10_001n) }, ['LOSS']],
    [{ minBestR: 2 }, ['WINS']],
    [{ minBestR: 2.01 }, []],
    [{ maxWorstR: -0.5 }, ['WINS']],
    [{ maxWorstR: -0.51 }, []],
  ])('filter the list: %o', async (filter, expected) => {
    await runJournalUpkeep(app.services)
    expect((await figures(filter)).map(([underlying]) => underlying)).toEqual(expected)
  })

  test('of an open trade follow its bars without the job', async () => {
    await runJournalUpkeep(app.services)
    await app.services.db.deleteFrom('account_transaction').where('symbol', '<>', 'OPEN').execute()
    await bars('OPEN,2026-03-03,11,13,8,11,1000')
    expect(await figures()).toEqual([['OPEN', 30, -20, null, null]])
  })

  test('are measured again for a trade whose fills were corrected, and for no other', async () => {
    await runJournalUpkeep(app.services)
    const { db } = app.services
    await db
      .updateTable('account_transaction')
      .set({ net_amount_cents: -520_100n })
      .where('account_id', '=', account.id)
      .where('symbol', '=', 'WINS')
      .where('quantity', '=', '100')
      .execute()
    expect((await figures()).slice(0, 2)).toEqual([
      ['WINS', null, null, null, null],
      ['LOSS', 50, -250, null, null],
    ])
    await runJournalUpkeep(app.services)
    // Now bought at 52.00 with a risk of 400.00.
    expect((await figures())[0]).toEqual(['WINS', 200, -300, 0.5, -0.75])
  })

  test('keep their amounts when only the stop changed, and have the R of its risk', async () => {
    await runJournalUpkeep(app.services)
    await app.services.db
      .updateTable('broker_order')
      .set({ stop_price: '46' })
      .where('account_id', '=', account.id)
      .execute()
    expect((await figures())[0]).toEqual(['WINS', 400, -100, 1, -0.25])
  })

  test('are measured again when a file brings other bars, and when the day of the exit gets its bar', async () => {
    await runJournalUpkeep(app.services)
    await bars('WINS,2026-01-06,50,56,48,50,1000')
    await runJournalUpkeep(app.services)
    expect((await figures())[0]).toEqual(['WINS', 600, -200, 3, -1])
    await book({ day: '2026-03-04', symbol: 'OPEN', quantity: '-10', net: '90.00' })
    await app.services.db.deleteFrom('account_position').where('account_id', '=', account.id).execute()
    await runJournalUpkeep(app.services)
    expect((await figures()).at(-1)?.slice(0, 3)).toEqual(['OPEN', 20, -10])
    await app.services.pool.query(
      `insert into daily_bar (instrument_id, day, open, high, low, close, volume)
       select id, '2026-03-04', 9, 9, 7, 9, 1 from instrument where source = 'import' and code = 'OPEN'`,
    )
    await app.services.pool.query(
      `update instrument_stat set last_day = '2026-03-04' where source = 'import' and code = 'OPEN'`,
    )
    await runJournalUpkeep(app.services)
    expect((await figures()).at(-1)?.slice(0, 3)).toEqual(['OPEN', 20, -30])
  })

  test('do not count while charts show another market than the account trades in', async () => {
    await runJournalUpkeep(app.services)
    const activate = (source: string) =>
      app.services.pool.query(
        `update market_source set is_active = false; update market_source set is_active = true where source = '${source}'`,
      )
    await activate('simulated')
    await runJournalUpkeep(app.services)
    expect((await figures()).map(([, best]) => best)).toEqual([null, null, null, null])
    await activate('import')
    expect((await figures()).map(([, best]) => best)).toEqual([400, 50, null, 20])
  })

  test('give the average worst of wins, the average best of losses, and the share of it that wins kept', async () => {
    await runJournalUpkeep(app.services)
    const { total } = await statistics()
    expect([
      total.measuredCount,
      dollars(total.averageWorstOfWins),
      total.averageWorstOfWinsR,
      dollars(total.averageBestOfLosses),
      total.averageBestOfLossesR,
      // 298.00 of 400.00.
      total.bestKeptPercent,
    ]).toEqual([2, -100, -0.5, 50, null, 74.5])
  })
})
