import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrokerDatabase } from '../testing/broker-database.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { accountBoxes, authorisePath, callbackOf, getJson, postToken } from '../testing/link.ts'
import { paperBrowser } from '../testing/paper-browser.ts'
import { TEST_CALLBACK, TEST_CLIENT, TEST_NOW_MS } from '../testing/test-broker.ts'
import { connect } from '../db/connect.ts'
import { steerableClock } from '../kernel/clock.ts'
import { checkBooks } from '../ledger/check-books.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import type { PaperBroker } from '../start-paper-broker.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import { seedDemonstration } from './seed-demonstration.ts'

const LOGIN = { userName: 'demo', password: 'shown to everybody' }
const clock = steerableClock(TEST_NOW_MS)
const market = simulatedPaperMarket(createSimulatedMarket({ seed: 'paper test', instrumentCount: 40 }))

let own: BrokerDatabase
let broker: PaperBroker

beforeAll(async () => {
  own = await createBrokerDatabase()
  broker = await startPaperBroker({ databaseUrl: own.url, port: 0, clock, market, clients: [TEST_CLIENT], log: false })
})
afterAll(async () => {
  await broker.stop()
  await own.drop()
})

const seed = (): Promise<string | null> => seedDemonstration({ databaseUrl: own.url, clock, market }, LOGIN)

async function signedInToken(): Promise<string> {
  const browser = paperBrowser(broker.url)
  await browser.get(authorisePath())
  const signedIn = await browser.submit('/sign-in', { name: LOGIN.userName, password: LOGIN.password })
  const page = (await browser.get(signedIn.location ?? '')).body
  const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
  const code = callbackOf(back.location).get('code') ?? ''
  const { body } = await postToken(broker.url, { grant_type: 'authorization_code', code, redirect_uri: TEST_CALLBACK })
  return String(body['access_token'])
}

interface WireOrder {
  readonly status: string
  readonly orderType?: string
  readonly childOrderStrategies?: readonly WireOrder[]
}

describe('the demonstration', () => {
  it('is made once, however many ask for it', async () => {
    const made = await Promise.all([seed(), seed(), seed()])
    expect(made.filter((accountNumber) => accountNumber !== null)).toHaveLength(1)
    expect(await seed()).toBeNull()
  })

  it('has longs, shorts and a year of transactions whose books agree', async () => {
    const token = await signedInToken()
    const [account] = (await getJson(`${broker.url}/trader/v1/accounts?fields=positions`, token)).body as {
      securitiesAccount: { positions: { shortQuantity: number; longQuantity: number }[] }
    }[]
    const positions = account?.securitiesAccount.positions ?? []
    expect(positions.filter((position) => position.longQuantity > 0).length).toBeGreaterThanOrEqual(4)
    expect(positions.filter((position) => position.shortQuantity > 0).length).toBeGreaterThanOrEqual(1)
    const database = connect(own.url, () => {})
    expect(await checkBooks(database)).toEqual([])
    const booked = await database
      .selectFrom('paper.transaction')
      .select(['kind', 'order_id', 'occurred_at'])
      .orderBy('occurred_at')
      .execute()
    const trades = booked.filter(({ kind }) => kind === 'TRADE')
    expect(trades.length).toBeGreaterThan(60)
    expect(trades.every(({ order_id }) => order_id !== null)).toBe(true)
    expect(booked.filter(({ kind }) => kind === 'ACH_RECEIPT')).toHaveLength(3)
    expect(booked.filter(({ kind }) => kind === 'ACH_DISBURSEMENT')).toHaveLength(1)
    expect(clock.now() - (booked[0]?.occurred_at.getTime() ?? 0)).toBeGreaterThan(340 * 24 * 60 * 60_000)
    expect(clock.now() - (booked[0]?.occurred_at.getTime() ?? 0)).toBeLessThan(365 * 24 * 60 * 60_000)
    await database.destroy()
  })

  it('was traded by orders of every kind, protects what it holds, and was never rejected', async () => {
    const token = await signedInToken()
    const [account] = (await getJson(`${broker.url}/trader/v1/accounts/accountNumbers`, token)).body as {
      hashValue: string
    }[]
    const range = 'fromEnteredTime=2025-03-05T00:00:00.000Z&toEnteredTime=2026-03-05T00:00:00.000Z'
    const placed = (
      await getJson(`${broker.url}/trader/v1/accounts/${account?.hashValue ?? ''}/orders?${range}`, token)
    ).body as WireOrder[]
    const all = placed.flatMap(function flat(order: WireOrder): WireOrder[] {
      return [order, ...(order.childOrderStrategies ?? []).flatMap(flat)]
    })
    const filled = new Set(all.filter(({ status }) => status === 'FILLED').map(({ orderType }) => orderType))
    expect([...filled]).toEqual(expect.arrayContaining(['MARKET', 'LIMIT', 'STOP', 'TRAILING_STOP']))
    expect(all.filter(({ status }) => status === 'REJECTED')).toEqual([])
    expect(
      all.filter(({ status, orderType }) => status === 'WORKING' && orderType === 'STOP').length,
    ).toBeGreaterThanOrEqual(5)
    expect(all.filter(({ status }) => status === 'AWAITING_PARENT_ORDER')).toHaveLength(1)
  })

  it('changes its value with the market', async () => {
    const value = async (): Promise<number> => {
      const [account] = (await getJson(`${broker.url}/trader/v1/accounts`, await signedInToken())).body as {
        aggregatedBalance: { liquidationValue: number }
      }[]
      return account?.aggregatedBalance.liquidationValue ?? 0
    }
    const before = await value()
    clock.advance(20 * 60_000)
    expect(await value()).not.toBe(before)
  })
})
