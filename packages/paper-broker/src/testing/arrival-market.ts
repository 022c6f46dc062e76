// A recorded test market that arrives symbol by symbol: two brokerages with the same orders, one that sees every day
// complete and one that is advanced after each symbol. Both must end the same.
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { addSessions, nextSession, sessionHours } from '@clubfolio/domain'
import { OPTION_MULTIPLIER, optionCodeOf } from '@clubfolio/simulated-market'
import { sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { checkBooks } from '../ledger/check-books.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import type { ShareAction } from '../market/paper-market.ts'
import { cents, priceOfFloat } from '../money/money.ts'
import { changeHolding, FLAT } from '../valuation/position-change.ts'
import { makeRecordedViews, setMarketClock } from './recorded-views.ts'
import type { TestAccount } from './test-account.ts'
import { testAccount } from './test-account.ts'
import type { TestBroker } from './test-broker.ts'
import { startTestBroker, TEST_NOW_MS } from './test-broker.ts'
import { accountIdOf } from './trade.ts'

/** What arrives for one symbol and one day. */
interface SymbolDay {
  readonly symbol: string
  readonly day: MarketDay
  /** Open, high, low and close; absent when the symbol does not trade that day. */
  readonly bar?: readonly [open: number, high: number, low: number, close: number]
  readonly actions?: readonly Pick<ShareAction, 'kind' | 'value'>[]
}

export interface ArrivalMarket {
  readonly test: TestBroker
  /** Stores what arrived; the market's day is that of the newest bar from then on. */
  arrive(one: SymbolDay): Promise<void>
  /** Marks the source's days as complete. */
  complete(): Promise<void>
  account(userName: string): Promise<TestAccount>
  close(): Promise<void>
}

export async function startArrivalMarket(): Promise<ArrivalMarket> {
  const test = await startTestBroker()
  const { database } = test
  await makeRecordedViews(database)
  await sql`insert into market.stand values ('import', null, ${new Date(TEST_NOW_MS)})`.execute(database)
  let changes = 0
  let marketDay = '2021-04-21' as MarketDay
  const stand = async (): Promise<void> => {
    changes += 1
    await sql`update market.stand set updated_at = ${new Date(TEST_NOW_MS + changes)}`.execute(database)
    const closeMs = sessionHours(marketDay)?.closeMs ?? 0
    const wallTime = new Date(TEST_NOW_MS).toISOString()
    await setMarketClock(database, {
      source: 'import',
      mode: 'closed',
      marketTime: new Date(closeMs).toISOString(),
      wallTime,
      speed: 1,
    })
  }
  await stand()
  const idOf = async (symbol: string): Promise<string> => {
    const found = await sql<{ id: string }>`select id from market.instrument where code = ${symbol}`.execute(database)
    if (found.rows[0] !== undefined) return found.rows[0].id
    const made = await sql<{
      id: string
    }>`insert into market.instrument values (gen_random_uuid(), ${symbol}, ${symbol}, 'EQUITY', 'NYSE', ${symbol}) returning id`.execute(
      database,
    )
    return made.rows[0]?.id ?? ''
  }
  return {
    test,
    arrive: async ({ symbol, day, bar, actions = [] }) => {
      const id = await idOf(symbol)
      if (bar !== undefined)
        await sql`insert into market.daily_bar values (${id}, ${day}, ${bar[0]}, ${bar[1]}, ${bar[2]}, ${bar[3]}, 1000)`.execute(
          database,
        )
      for (const { kind, value } of actions)
        await sql`insert into market.corporate_action values (${id}, ${day}, ${kind}, ${value})`.execute(database)
      if (bar !== undefined && day > marketDay) marketDay = day
      await stand()
    },
    complete: async () => {
      await sql`update market.stand set complete_through = ${marketDay}`.execute(database)
      await stand()
    },
    account: async (userName) => testAccount(test, userName),
    close: async () => test.close(),
  }
}

export function order(
  instruction: string,
  quantity: number,
  symbol: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    orderType: 'MARKET',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    orderStrategyType: 'SINGLE',
    orderLegCollection: [{ instruction, quantity, instrument: { symbol, assetType: 'EQUITY' } }],
    ...more,
  }
}

/** Returns everything in a brokerage's books and orders, without serial numbers. */
async function booksOf({ test: { database } }: ArrivalMarket): Promise<string[]> {
  const read = await sql<{ line: string }>`
    select concat_ws(' | ', 'account', cash_cents, actions_through, worked_through, row_number() over (order by account_id)) as line from paper.account
    union all select concat_ws(' | ', 'position', symbol, quantity, cost) from paper.position
    union all select concat_ws(' | ', 'booking', occurred_at, market_day, kind, regexp_replace(reference, '[0-9]{6,}', 'n'), description, net_amount_cents, realised) from paper.transaction
    union all select concat_ws(' | ', 'order', symbol, order_type, instruction, status, status_description, quantity, filled, price, stop_price, closed_at) from paper.account_order
    order by line`.execute(database)
  return read.rows.map(({ line }) => line)
}

const RATIOS = [2, 3, 4, 5, 7, 10, 20, 21, 25, 33, 50, 75, 100]

/** Returns numbers from 0 up to 1, deterministic for a seed. */
type Random = () => number

/**
 * Generates the next day of a symbol: a move of a few percent, occasionally with a split in either direction or a
 * dividend.
 */
function nextDay(
  random: Random,
  symbol: string,
  day: MarketDay,
  close: number,
): { readonly come: SymbolDay; readonly close: number } {
  const actions: Pick<ShareAction, 'kind' | 'value'>[] = []
  let before = close
  const draw = random()
  if (draw < 0.25) {
    const ratio = RATIOS[Math.floor(random() * RATIOS.length)] ?? 2
    // Pulls towards ordinary prices, so that they stay in the hundreds over many days.
    const value = close > 120 ? ratio : 1 / ratio
    actions.push({ kind: 'SPLIT', value: String(Number(value.toPrecision(10))) })
    before = close / value
  } else if (draw < 0.4) actions.push({ kind: 'DIVIDEND', value: (close * 0.01).toFixed(4) })
  if (draw > 0.93) return { come: { symbol, day, actions }, close: before }
  const at = (change: number): number => Number((before * (1 + change)).toFixed(before < 2 ? 4 : 2))
  const [open, last] = [at((random() - 0.5) * 0.06), at((random() - 0.5) * 0.08)]
  const bar = [
    open,
    Math.max(open, last, at(0.03 * random())),
    Math.min(open, last, at(-0.03 * random())),
    last,
  ] as const
  return { come: { symbol, day, bar, actions }, close: last }
}

async function placeAll(account: TestAccount, random: Random, closes: ReadonlyMap<string, number>): Promise<void> {
  for (const [symbol, close] of closes) {
    const shares = Math.max(1, Math.floor(((0.2 + random()) * 8_000) / close))
    const price = (factor: number): string => (close * factor).toFixed(close * factor < 1 ? 4 : 2)
    const [entry, exit] = random() < 0.5 ? ['BUY', 'SELL'] : ['SELL_SHORT', 'BUY_TO_COVER']
    const sign = entry === 'BUY' ? 1 : -1
    const child = order(exit ?? '', shares, symbol, { orderType: 'STOP', stopPrice: price(1 - sign * 0.05) })
    await account.send(
      'POST',
      account.orders,
      order(entry ?? '', shares, symbol, { orderStrategyType: 'TRIGGER', childOrderStrategies: [child] }),
    )
    await account.send(
      'POST',
      account.orders,
      order('BUY', 3, symbol, {
        orderType: 'LIMIT',
        price: price(0.95),
        duration: random() < 0.3 ? 'DAY' : 'GOOD_TILL_CANCEL',
      }),
    )
  }
}

/** Books a position in an option, which a brokerage may hold although the recorded market has no quote for it. */
export async function holdOption(
  { test: { database } }: ArrivalMarket,
  accountId: string,
  code: string,
  quantity: bigint,
): Promise<void> {
  const gross = cents(quantity > 0n ? 60_000n : 30_000n)
  const change = changeHolding(FLAT, quantity, gross)
  if (change === null) throw new Error(`${code} cannot be held`)
  await inTransaction(database, async (transaction) => {
    const account = await lockAccount(transaction, accountId)
    await postTransaction(transaction, accountId, {
      occurredAt: account.worked_through.getTime() as EpochMs,
      marketDay: account.actions_through,
      settlementDay: account.actions_through,
      kind: 'TRADE',
      subAccount: 'MARGIN',
      description: `Opened ${code}`,
      orderId: null,
      realised: change.realised,
      reference: `opened ${code}`,
      items: [
        {
          symbol: code,
          assetType: 'OPTION',
          cusip: null,
          multiplier: BigInt(OPTION_MULTIPLIER),
          quantityChange: change.quantityChange,
          price: priceOfFloat(3),
          costChange: change.costChange,
          amount: quantity > 0n ? cents(0n - gross) : gross,
          feeType: null,
          positionEffect: 'OPENING',
        },
      ],
    })
  })
}

/**
 * Holds, for each symbol, a long call that outlasts the run, a short put that expires within it, and an order in a
 * third contract.
 */
async function holdOptions(
  market: ArrivalMarket,
  account: TestAccount,
  userName: string,
  closes: ReadonlyMap<string, number>,
  day: MarketDay,
): Promise<void> {
  const accountId = await accountIdOf(market.test, userName)
  for (const [symbol, close] of closes) {
    const code = (right: 'CALL' | 'PUT', factor: number, sessions: number): string =>
      optionCodeOf({
        underlying: symbol,
        right,
        strike: Math.max(0.5, Math.round(close * factor)),
        expiration: addSessions(day, sessions),
      })
    await holdOption(market, accountId, code('CALL', 0.9, 40), 2n)
    await holdOption(market, accountId, code('PUT', 1.05, 4), -1n)
    const location = await account.place(order('BUY', 1, symbol, { orderType: 'LIMIT', price: '0.05' }))
    await sql`
      update paper.account_order set symbol = ${code('CALL', 1.2, 40)}, asset_type = 'OPTION', instruction = 'BUY_TO_OPEN', multiplier = ${OPTION_MULTIPLIER}
      where account_id = ${accountId} and order_id = ${location.split('/').at(-1)}`.execute(market.test.database)
  }
}

/** Counts contracts that were paid out or expired, and cancelled orders in them. */
async function endedOptions({ test: { database } }: ArrivalMarket): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from paper.transaction where description ~ '^(Paid out|Expired)') + (select count(*) from paper.account_order where status_description like '%contracts are in old shares%') as count`.execute(
    database,
  )
  return Number(rows[0]?.count)
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}

interface ArrivalRun {
  readonly days: number
  readonly splits: number
  /** Number of contracts paid out before a split or at expiry, and of orders in them that a split cancelled. */
  readonly options: number
  /** Days after which the two accounts differed, with the first lines that differ. */
  readonly broken: readonly string[]
}

/** The last symbol is held through options only: its day counts all the same. */
const SYMBOLS_OF_AN_ACCOUNT = 4
const DAYS_OF_AN_ACCOUNT = 8

/** Plays `days` random days through both brokerages and compares all books and orders after each of them. */
export async function playArrivals(days: number, random: Random): Promise<ArrivalRun> {
  const [whole, apart] = [await startArrivalMarket(), await startArrivalMarket()]
  const broken: string[] = []
  let [day, splits] = ['2021-04-21' as MarketDay, 0]
  const closes = new Map<string, number>()
  let accounts: TestAccount[] = []
  try {
    for (let played = 0; played < days; played += 1) {
      const isFresh = played % DAYS_OF_AN_ACCOUNT === 0
      if (isFresh) {
        closes.clear()
        for (let n = 0; n < SYMBOLS_OF_AN_ACCOUNT; n += 1)
          closes.set(`S${played}${'ABCD'[n] ?? ''}`, Number((20 + random() * 400).toFixed(2)))
      }
      day = nextSession(day)
      const come = [...closes].map(([symbol, close]) => {
        const next = nextDay(isFresh ? () => 0.5 : random, symbol, day, close)
        closes.set(symbol, next.close)
        return next.come
      })
      splits += come.flatMap(({ actions }) => actions ?? []).filter(({ kind }) => kind === 'SPLIT').length
      for (const one of come) await whole.arrive(one)
      await whole.complete()
      for (const one of shuffled(come, random)) {
        await apart.arrive(one)
        for (const account of isFresh ? [] : accounts.slice(1)) await account.balances()
      }
      await apart.complete()
      if (isFresh) {
        accounts = [await whole.account(`user${played}`), await apart.account(`user${played}`)]
        const choices = Array.from({ length: 20 }, random)
        for (const account of accounts) {
          let drawn = 0
          await placeAll(account, () => choices[drawn++ % choices.length] ?? 0, new Map([...closes].slice(0, -1)))
        }
        for (const [n, market] of [whole, apart].entries())
          await holdOptions(market, accounts[n] as TestAccount, `user${played}`, closes, day)
      }
      for (const account of accounts) await account.balances()
      const [expected, found] = [await booksOf(whole), await booksOf(apart)]
      const differing = [
        ...expected.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
        ...found.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`),
      ]
      if (differing.length > 0) broken.push([`${day}:`, ...differing.slice(0, 6)].join('\n'))
      if (broken.length >= 5) break
    }
    for (const market of [whole, apart])
      broken.push(...(await checkBooks(market.test.database)).map(({ detail }) => detail))
    return { days, splits, options: await endedOptions(whole), broken }
  } finally {
    await whole.close()
    await apart.close()
  }
}
