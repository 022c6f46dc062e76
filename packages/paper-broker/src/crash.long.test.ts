// Kills the brokerage process with -9 while orders arrive and while it works them: everything acknowledged is present,
// nothing is duplicated, and it resumes where it stopped.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from './db/connect.ts'
import type { Database } from './db/connect.ts'
import { checkBooks } from './ledger/check-books.ts'
import { createBrokerDatabase } from './testing/broker-database.ts'
import type { BrokerDatabase } from './testing/broker-database.ts'
import { getJson, link } from './testing/link.ts'
import { TEST_CALLBACK, TEST_CLIENT } from './testing/test-broker.ts'

const MAIN = programFile('paper-broker', 'main.ts')
const START = Date.parse('2026-03-04T15:00:00Z')
const DAY_MS = 24 * 60 * 60_000

let own: BrokerDatabase
let database: Database
let port = 0
let child: ChildProcess
const origin = (): string => `http://127.0.0.1:${port}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}

async function start(nowMs: number): Promise<void> {
  child = fork(MAIN, [], {
    execArgv: [],
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: own.url,
      PAPER_PORT: String(port),
      PAPER_CLIENT_ID: TEST_CLIENT.clientId,
      PAPER_CLIENT_SECRET: TEST_CLIENT.clientSecret,
      PAPER_CALLBACK_URL: TEST_CALLBACK,
      CLUBFOLIO_MARKET_INSTRUMENTS: '20',
      CLUBFOLIO_NOW: new Date(nowMs).toISOString(),
      CLUBFOLIO_LOG: 'silent',
    },
  })
  await once(child, 'message')
}

async function kill(): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  own = await createBrokerDatabase()
  database = connect(own.url, () => {})
  port = await freePort()
  await start(START)
})
afterAll(async () => {
  await kill()
  await database.destroy()
  await own.drop()
})

describe('a brokerage that is killed', () => {
  it('keeps every order it acknowledged, executes each exactly once, and goes on after the restart', async () => {
    const tokens = await link(origin(), 'crash')
    const [account] = (await getJson(`${origin()}/trader/v1/accounts/accountNumbers`, tokens.access_token)).body as {
      hashValue: string
    }[]
    const orders = `${origin()}/trader/v1/accounts/${account?.hashValue ?? ''}/orders`
    const { body } = await getJson(`${origin()}/marketdata/v1/quotes?symbols=SPY,QQQ`, tokens.access_token)
    const quotes = body as Record<string, { quote: { lastPrice: number } }>
    const stop = (instruction: string, symbol: string, factor: number): object => ({
      orderType: 'STOP',
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      orderStrategyType: 'SINGLE',
      stopPrice: ((quotes[symbol]?.quote.lastPrice ?? 0) * factor).toFixed(2),
      orderLegCollection: [{ instruction, quantity: 5, instrument: { symbol, assetType: 'ETF' } }],
    })
    const trigger = (parent: object, child: object): object => ({
      ...parent,
      orderStrategyType: 'TRIGGER',
      childOrderStrategies: [child],
    })
    // One half waits for a rise, the other for a fall; two weeks of prices bring one of the two.
    const near = (n: number): object =>
      n % 2 === 0
        ? trigger(stop('BUY', 'SPY', 1.0015 + n / 10_000), stop('SELL', 'SPY', 0.998))
        : trigger(stop('SELL_SHORT', 'QQQ', 0.9985 - n / 10_000), stop('BUY_TO_COVER', 'QQQ', 1.002))
    const acknowledged: string[] = []
    let sent = 0
    for (const killAfter of [1, 4, 7]) {
      let answered = 0
      let killed: Promise<void> | undefined
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          sent += 1
          const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
          const answer = await fetch(orders, { method: 'POST', headers, body: JSON.stringify(near(sent)) }).catch(
            () => null,
          )
          if (answer?.status !== 201) return
          acknowledged.push(answer.headers.get('location')?.split('/').pop() ?? '')
          answered += 1
          if (answered === killAfter) killed = kill()
        }),
      )
      await killed
      await start(START)
    }
    const stored = await database
      .selectFrom('paper.account_order')
      .select(['order_id', 'status'])
      .where('parent_id', 'is', null)
      .execute()
    const ids = stored.map((row) => String(row.order_id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(12)
    expect(ids).toEqual(expect.arrayContaining(acknowledged))
    expect(ids.length).toBeLessThanOrEqual(sent)

    // Kills it at different points of its work on two weeks of prices: sends the clock message without waiting for the
    // reply.
    const until = START + 14 * DAY_MS
    for (let round = 0; round < 3; round += 1) {
      child.send({ type: 'move-clock', nowMs: until })
      for (let look = 0; look <= round * 10; look += 1)
        await database.selectFrom('paper.execution').select('line').execute()
      await kill()
      await start(START)
    }
    child.send({ type: 'move-clock', nowMs: until })
    await once(child, 'message')
    const executions = await database.selectFrom('paper.execution').selectAll().execute()
    const trades = await database
      .selectFrom('paper.transaction')
      .select(['order_id', 'reference'])
      .where('kind', '=', 'TRADE')
      .execute()
    expect(executions.length).toBeGreaterThan(4)
    expect(new Set(executions.map((one) => `${one.order_id}/${one.line}`)).size).toBe(executions.length)
    expect(trades.map((one) => one.order_id).sort()).toEqual(executions.map((one) => one.order_id).sort())
    const left = await database
      .selectFrom('paper.account_order')
      .select(['filled', 'quantity', 'status'])
      .where('status', '=', 'FILLED')
      .execute()
    expect(left.every((row) => row.filled === row.quantity)).toBe(true)
    expect(await checkBooks(database)).toEqual([])
  })
})
