// The journal over the real price file: five years of trades in every symbol of it at recorded prices, with the file's
// splits, stops and adds, compared with an independent script over the same rows and bars.
import { hasMarketData, marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { sessionHours, toMarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { realMarketTemplate } from '../../testing/real-market.ts'
import { brokerOrderRow, transactionRow } from '../../testing/sample-rows.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { everyTrade, expectFigures, expectTrades, readTrades } from './testing/compare-journal.ts'
import { plainExcursion, plainTrades, type PlainBar, type PlainTrade } from './testing/plain-journal.ts'

if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

interface RecordedBar {
  readonly day: string
  readonly open: number
  readonly close: number
  readonly low: number
  readonly high: number
}

type Transaction = ReturnType<typeof transactionRow>
type Stop = ReturnType<typeof brokerOrderRow>

const cents = (dollars: number): bigint => BigInt(Math.round(dollars * 100))

/**
 * Trades one symbol through its recorded days: enters at an open, adds once in a while, leaves at the stop or after some
 * days, long and short by turns. A split within a trade is booked as the brokerage would.
 */
function tradeSymbol(
  symbol: string,
  bars: readonly RecordedBar[],
  splits: ReadonlyMap<string, number>,
  place: { readonly accountId: string; readonly random: () => number; readonly nextId: () => string },
): { readonly transactions: Transaction[]; readonly stops: Stop[] } {
  const { accountId, random, nextId } = place
  const transactions: Transaction[] = []
  const stops: Stop[] = []
  const at = (day: string, isClose: boolean) => {
    const hours = sessionHours(toMarketDay(day))!
    return new Date(isClose ? hours.closeMs - 60_000 : hours.openMs + 60_000)
  }
  const book = (day: string, quantity: number, price: number, isClose: boolean) => {
    const fee = cents(Math.abs(quantity) * 0.005)
    transactions.push(
      transactionRow(accountId, {
        broker_id: nextId(),
        occurred_at: at(day, isClose),
        day,
        symbol,
        asset_type: 'EQUITY',
        quantity: String(quantity),
        price: String(price),
        net_amount_cents: -cents(quantity * price) - fee,
        fee_cents: fee,
      }),
    )
  }
  let held = 0
  let stopPrice = 0
  let leaveIn = 0
  let stop: Stop | undefined
  for (const bar of bars) {
    const ratio = splits.get(bar.day)
    if (held !== 0 && ratio !== undefined) {
      const change = Math.trunc(held * ratio) - held
      // Fractions are left to the tests of splits; here the ratio is whole, or nothing is held over the day.
      transactions.push(
        transactionRow(accountId, {
          broker_id: nextId(),
          occurred_at: at(bar.day, false),
          day: bar.day,
          kind: 'RECEIVE_AND_DELIVER',
          description: `Split ${ratio} for 1 of ${symbol}`,
          symbol,
          asset_type: 'EQUITY',
          quantity: String(change),
          price: null,
          net_amount_cents: 0n,
          fee_cents: 0n,
        }),
      )
      held += change
      stopPrice /= ratio
    }
    if (held === 0) {
      if (random() > 0.12) continue
      const side = random() < 0.6 ? 1 : -1
      held = side * (10 + Math.floor(random() * 90))
      leaveIn = 1 + Math.floor(random() * 30)
      stopPrice = Math.round(bar.open * (1 - side * 0.06) * 100) / 100
      book(bar.day, held, bar.open, false)
      if (random() < 0.85) {
        stop = brokerOrderRow(accountId, nextId(), {
          symbol,
          instruction: side > 0 ? 'SELL' : 'BUY_TO_COVER',
          order_type: 'STOP',
          price: null,
          stop_price: String(stopPrice),
          entered_at: at(bar.day, false),
        })
        stops.push(stop)
      }
      continue
    }
    leaveIn--
    const isStopped = held > 0 ? bar.low <= stopPrice : bar.high >= stopPrice
    if (leaveIn > 0 && !isStopped) {
      if (random() < 0.05) {
        const added = Math.sign(held) * 5
        book(bar.day, added, bar.close, true)
        held += added
      }
      continue
    }
    // Half of it first now and then.
    if (leaveIn <= 0 && Math.abs(held) > 20 && random() < 0.3) {
      const part = Math.trunc(held / 2)
      book(bar.day, -part, bar.open, false)
      held -= part
      leaveIn = 5
      continue
    }
    book(bar.day, -held, isStopped ? Math.round(stopPrice * 10_000) / 10_000 : bar.close, true)
    if (stop) {
      stop.status = isStopped ? 'FILLED' : 'CANCELED'
      stop.closed_at = at(bar.day, true)
    }
    ;[held, stop] = [0, undefined]
  }
  // Nothing is held at the end: what is open is another test's matter.
  const last = bars.at(-1)
  if (held !== 0 && last) book(last.day, -held, last.close, true)
  if (stop && last) {
    stop.status = 'CANCELED'
    stop.closed_at = at(last.day, true)
  }
  return { transactions, stops }
}

describe.skipIf(!hasMarketData)('over the real price file', () => {
  let app: TestApp
  let owner: TestUser
  let account: LinkedAccount
  let plain: PlainTrade[]
  let splitCount = 0

  beforeAll(async () => {
    app = await startTestApp({ template: realMarketTemplate })
    owner = await app.signUp(['MANAGERS'])
    account = await linkAccount(app, owner, '2016-04-21', '1000000.00')
    const { db } = app.services
    await db.updateTable('account').set({ market_source: 'import' }).where('id', '=', account.id).execute()
    await tradeMarket(db)
    plain = await plainTrades(db, account.id)
  }, 900_000)
  afterAll(() => app.stop())

  async function tradeMarket(db: Db): Promise<void> {
    const { rows: instruments } = await sql<{ id: string; code: string }>`
      select id, code from instrument where source = 'import' order by code`.execute(db)
    const random = seededRandom(20_260_304)
    let serial = 0
    const place = { accountId: account.id, random, nextId: () => String(10_000_000 + ++serial) }
    for (const { id, code } of instruments) {
      const { rows: bars } = await sql<RecordedBar>`
        select day::text as day, open, close, low, high from daily_bar where instrument_id = ${id} order by day`.execute(
        db,
      )
      const { rows: actions } = await sql<{ day: string; ratio: number }>`
        select day::text as day, value::float8 as ratio from corporate_action
        where instrument_id = ${id} and kind = 'SPLIT'`.execute(db)
      const whole = actions.filter(({ ratio }) => Number.isInteger(ratio))
      // A spin-off written as a split changes shares by fractions: its symbol is left out, and counted.
      if (whole.length < actions.length) continue
      splitCount += whole.length
      const { transactions, stops } = tradeSymbol(
        code,
        bars,
        new Map(whole.map(({ day, ratio }) => [day, ratio])),
        place,
      )
      if (transactions.length > 0) await db.insertInto('account_transaction').values(transactions).execute()
      if (stops.length > 0) await db.insertInto('broker_order').values(stops).execute()
    }
  }

  test('every trade has the result, percent and R of the script', async () => {
    expect(plain.length).toBeGreaterThan(5_000)
    expect(plain.filter(({ r }) => r !== null).length).toBeGreaterThan(4_000)
    expect(splitCount).toBeGreaterThan(10)
    expectTrades(await readTrades(owner, everyTrade([account.id])), plain)
  }, 300_000)

  test('all statistics are those of the script', async () => {
    const found = await owner.client.journal.findTradeStatistics({ body: everyTrade([account.id]) })
    expectFigures(found.total, plain)
    expect(found.groups.code).toHaveLength(new Set(plain.map(({ symbol }) => symbol)).size)
    for (const group of found.groups.code)
      expectFigures(
        group,
        plain.filter(({ symbol }) => symbol === group.key),
      )
  }, 300_000)

  test('best and worst results while open are those of the bars, through splits too', async () => {
    const { db } = app.services
    const chosen = plain.filter(({ hasSplit }, index) => hasSplit || index % 100 === 0)
    expect(chosen.filter(({ hasSplit }) => hasSplit).length).toBeGreaterThan(3)
    for (const trade of chosen) {
      const { excursion } = await owner.client.journal.findTrade({
        params: { accountId: account.id, tradeId: trade.id },
      })
      // As traded, in the shares of the opening: a bar after a split counts for as many of them.
      const { rows: bars } = await sql<PlainBar & { day: string }>`
        select b.day::text as day, b.high * coalesce(exp(sum(ln(c.value::float8))), 1) as high,
          b.low * coalesce(exp(sum(ln(c.value::float8))), 1) as low
        from daily_bar b join instrument i on i.id = b.instrument_id
        left join corporate_action c on c.instrument_id = i.id and c.kind = 'SPLIT'
          and c.day > ${trade.openedDay} and c.day <= b.day
        where i.source = 'import' and i.code = ${trade.symbol} and b.day between ${trade.openedDay} and ${trade.closedDay}
        group by b.day, b.high, b.low order by b.day`.execute(db)
      const { best, worst } = plainExcursion(
        trade,
        bars.map(({ day, high, low }) => {
          const { openMs, closeMs } = sessionHours(toMarketDay(day))!
          return { fromMs: openMs, untilMs: closeMs, high, low }
        }),
      )
      // Adjusted prices have four decimals, each worth this much of the whole trade.
      const within = Math.ceil(trade.shares * 0.0001 * 28 * 100) + 1
      expect(excursion?.source).toBe('DAYS')
      expect({
        id: trade.id,
        best: Math.abs(Number(excursion?.best.amount) - best) <= within,
        worst: Math.abs(Number(excursion?.worst.amount) - worst) <= within,
      }).toEqual({ id: trade.id, best: true, worst: true })
    }
  }, 600_000)
})
