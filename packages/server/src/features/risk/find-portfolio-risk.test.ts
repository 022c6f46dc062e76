// The risk of accounts on the simulated market: what is in the figures, what is left out with its reason, and which
// accounts can be asked for together. The figures themselves are checked by demonstration-risk.test.ts.
import type { BodyOf, PortfolioRisk } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

let app: TestApp
let owner: TestUser
let codes: string[]
beforeAll(async () => {
  app = await startTestApp()
  await fillSimulatedMarket(app.services)
  owner = await app.signUp(['MANAGERS'])
  const rows = await app.services.db
    .selectFrom('instrument')
    .select('code')
    .where('asset_type', '=', 'EQUITY')
    .where('ipo_date', '<', '2020-01-01')
    .orderBy('code')
    .execute()
  codes = rows.map(({ code }) => code)
})
afterAll(() => app.stop())

interface Held {
  readonly symbol: string
  readonly quantity: string
  readonly value: string
  readonly isOption?: boolean
}

async function accountWith(positions: readonly Held[], changes: Record<string, unknown> = {}): Promise<LinkedAccount> {
  const account = await linkAccount(app, owner, '2026-01-02', '100000.00')
  if (Object.keys(changes).length > 0)
    await app.services.db.updateTable('account').set(changes).where('id', '=', account.id).execute()
  for (const { symbol, quantity, value, isOption = false } of positions)
    await app.services.db
      .insertInto('account_position')
      .values({
        account_id: account.id,
        symbol,
        asset_type: isOption ? 'OPTION' : 'EQUITY',
        description: null,
        multiplier: isOption ? 100 : 1,
        quantity,
        average_price: '10',
        market_value_cents: cents(value),
        open_profit_cents: cents('0.00'),
      })
      .execute()
  return account
}

const riskOf = (
  accounts: readonly LinkedAccount[],
  changes: Partial<BodyOf<'risk', 'findPortfolioRisk'>> = {},
): Promise<PortfolioRisk> =>
  owner.client.risk.findPortfolioRisk({
    body: { accountIds: accounts.map(({ id }) => id), window: 252, step: 5, volatilityShift: 0, ...changes },
  })

const positionOf = (risk: PortfolioRisk, code: string) => risk.positions.find((one) => one.code === code)!

describe('the risk of an account', () => {
  test('measures SPY itself with a beta of 1 and a correlation of 1', async () => {
    const account = await accountWith([{ symbol: 'SPY', quantity: '10', value: '5000.00' }])
    const risk = await riskOf([account])
    const [spy] = risk.positions
    expect(spy).toMatchObject({ beta: 1, sessions: 252, gap: null, delta: 1, sector: 'Funds' })
    expect(risk.throughDay).toBe('2026-03-03')
    expect(risk.benchmark.returns).toBe(252)
    expect(risk.betaWeighted).toMatchObject({ dollars: 500_000n, percentGain: 5_000n })
    expect(risk.betaWeighted.shares).toBeCloseTo(5_000 / risk.benchmark.price!, 2)
    expect(risk.correlation).toEqual({ codes: ['SPY'], values: [[1]], sessions: 252, shortest: null, leftOut: [] })
    const fall = risk.stress.gains[risk.stress.moves.indexOf(-20)]!
    expect(Number(fall)).toBe(-100_000)
    expect(risk.stress.gains[risk.stress.moves.indexOf(0)]).toBe(0n)
  })

  test('adds long and short positions to sectors, underlyings and a total, and what they gain to the total', async () => {
    const [first, second, third] = codes
    const account = await accountWith([
      { symbol: first!, quantity: '100', value: '5000.00' },
      { symbol: second!, quantity: '-50', value: '-2500.00' },
      { symbol: third!, quantity: '20', value: '1000.00' },
    ])
    const risk = await riskOf([account], { step: 2.5 })
    const { exposure } = risk
    expect(exposure.short).toBe(positionOf(risk, second!).exposure)
    expect(exposure.net).toBe(exposure.long + exposure.short)
    expect(exposure.gross).toBe(exposure.long - exposure.short)
    expect(exposure.netPercent).toBeCloseTo(Number(exposure.net) / 100_000, 2)
    for (const side of ['long', 'short', 'net', 'gross'] as const) {
      expect(risk.sectors.reduce((sum, one) => sum + one.exposure[side], 0n)).toBe(exposure[side])
      expect(risk.underlyings.reduce((sum, one) => sum + one.exposure[side], 0n)).toBe(exposure[side])
    }
    expect(risk.stress.moves).toHaveLength(17)
    for (const [index, gain] of risk.stress.gains.entries())
      expect(risk.positions.reduce((sum, { gains }) => sum + gains![index]!, 0n)).toBe(gain)
    expect(risk.positions.reduce((sum, one) => sum + one.betaWeighted!.dollars, 0n)).toBe(risk.betaWeighted.dollars)
  })

  test('takes an option by the shares that it moves like, beside its market value', async () => {
    const [first] = codes
    const quote = app.services.simulated.quoteAt(first!, app.clock.nowMs())!
    const strike = String(Math.round(quote.last) * 1000).padStart(8, '0')
    const symbol = `${first!.padEnd(6)}260618P${strike}`
    const account = await accountWith([{ symbol, quantity: '2', value: '600.00', isOption: true }])
    const risk = await riskOf([account])
    const option = positionOf(risk, symbol)
    expect(option.underlying).toBe(first)
    expect(option.delta).toBeGreaterThan(-0.7)
    expect(option.delta).toBeLessThan(-0.3)
    expect(Number(option.exposure)).toBeCloseTo(option.delta! * quote.last * 200 * 100, -4)
    expect(option.marketValue).toBe(risk.optionValue)
    expect(risk.exposure.long).toBe(0n)
    const at = (move: number) => Number(option.gains![risk.stress.moves.indexOf(move)])
    // A bought put gains from a fall, the more the further it goes, and loses at most its price.
    expect(at(-20)).toBeGreaterThan(at(-10))
    expect(at(-10)).toBeGreaterThan(0)
    expect(at(0)).toBe(0)
    expect(at(20)).toBeGreaterThan(-1.05 * Number(option.marketValue))
    const shifted = await riskOf([account], { volatilityShift: 10 })
    expect(Number(positionOf(shifted, symbol).gains![4])).toBeGreaterThan(0)
  })
})

test('a split is not a return: closes before it count in the shares after it', async () => {
  const code = codes[3]!
  const account = await accountWith([{ symbol: code, quantity: '10', value: '500.00' }])
  const before = positionOf(await riskOf([account]), code)
  await app.services.pool.query(
    `update daily_bar b set close = b.close * 4 from instrument i
      where i.id = b.instrument_id and i.code = $1 and b.day < '2025-11-03'`,
    [code],
  )
  await app.services.pool.query(
    `insert into split_segment (instrument_id, from_day, until_day, factor)
      select id, '2020-01-02', '2025-11-03', 4 from instrument where code = $1
        and id not in (select instrument_id from split_segment where until_day > '2020-01-02')`,
    [code],
  )
  const after = positionOf(await riskOf([account]), code)
  expect([after.beta, after.sessions]).toEqual([before.beta, 252])
})

describe('what lacks prices', () => {
  test('is left out of the figures that need them, with the reason and the sessions there are', async () => {
    const [first, young] = codes
    await app.services.pool.query(
      `delete from daily_bar b using instrument i where i.id = b.instrument_id and i.code = $1 and b.day < '2025-12-15'`,
      [young],
    )
    const account = await accountWith([
      { symbol: first!, quantity: '10', value: '500.00' },
      { symbol: young!, quantity: '10', value: '500.00' },
      { symbol: 'NONE', quantity: '10', value: '500.00' },
      { symbol: 'NONE  260618C00050000', quantity: '1', value: '100.00', isOption: true },
    ])
    const risk = await riskOf([account])
    expect(positionOf(risk, young!)).toMatchObject({ beta: null, gap: 'TOO_FEW_RETURNS', gains: null })
    expect(positionOf(risk, young!).sessions).toBeLessThan(60)
    expect(positionOf(risk, 'NONE')).toMatchObject({
      gap: 'NO_PRICES',
      exposure: 50_000n,
      betaWeighted: null,
      sector: 'Not stated',
    })
    expect(positionOf(risk, 'NONE  260618C00050000')).toMatchObject({
      gap: 'NO_SHARE_PRICE',
      exposure: null,
      marketValue: 10_000n,
    })
    expect(risk.correlation).toMatchObject({ codes: [first], leftOut: expect.arrayContaining([young, 'NONE']) })
    const [own] = risk.positions.flatMap(({ gains }) => gains ?? [])
    expect(risk.stress.gains[0]).toBe(own)
  })

  test('is said of a whole account whose market has none', async () => {
    const account = await accountWith([{ symbol: 'SPY', quantity: '10', value: '5000.00' }], { market_source: 'live' })
    const risk = await riskOf([account])
    expect(risk.benchmark).toEqual({ price: null, returns: 0 })
    expect(risk.exposure.net).toBe(500_000n)
    expect(risk.positions).toMatchObject([{ gap: 'NO_PRICES', sessions: 0 }])
    expect(risk.stress.gains.every((gain) => gain === 0n)).toBe(true)
  })
})

describe('several accounts', () => {
  test('are added up, each position with its account', async () => {
    const [first] = codes
    const accounts = [
      await accountWith([{ symbol: first!, quantity: '10', value: '500.00' }]),
      await accountWith([{ symbol: first!, quantity: '-4', value: '-200.00' }]),
    ]
    const risk = await riskOf([...accounts, accounts[0]!])
    expect(risk.positions.map(({ accountId }) => accountId).toSorted()).toEqual(accounts.map(({ id }) => id).toSorted())
    expect(risk.underlyings).toMatchObject([{ code: first, positions: 2 }])
    expect(risk.accountValue).toBe(20_000_000n)
  })

  test('of another market keep their exposure and are left out of the rest', async () => {
    const [first] = codes
    const accounts = [
      await accountWith([{ symbol: first!, quantity: '10', value: '500.00' }]),
      await accountWith([{ symbol: first!, quantity: '10', value: '500.00' }], { market_source: 'import' }),
    ]
    const risk = await riskOf(accounts)
    expect(risk.positions.map(({ gap }) => gap)).toEqual([null, 'OTHER_MARKET'])
    expect(risk.positions[1]!.exposure).toBe(50_000n)
    expect(risk.correlation.codes).toEqual([first])
  })

  test('are refused where real money would be added to paper, or one currency to another', async () => {
    const paper = await accountWith([])
    for (const changes of [{ is_paper: false }, { currency: 'EUR' }]) {
      const other = await accountWith([], changes)
      await expect(riskOf([paper, other])).rejects.toMatchObject({
        status: 400,
        body: { refusal: 'accountsNotAddable' },
      })
      expect((await riskOf([other])).positions).toEqual([])
    }
  })

  test('in another currency have no shares of SPY, which trades in dollars', async () => {
    const account = await accountWith([{ symbol: 'SPY', quantity: '10', value: '5000.00' }], { currency: 'EUR' })
    const risk = await riskOf([account])
    expect(risk).toMatchObject({ currency: 'EUR', benchmark: { price: null } })
    expect(risk.betaWeighted).toEqual({ dollars: 500_000n, shares: null, percentGain: 5_000n })
  })

  test('of somebody else are not found', async () => {
    const account = await accountWith([])
    const other = await app.signUp(['MANAGERS'])
    await expect(
      other.client.risk.findPortfolioRisk({
        body: { accountIds: [account.id], window: 252, step: 5, volatilityShift: 0 },
      }),
    ).rejects.toMatchObject({ status: 404, body: { refusal: 'notFound' } })
  })
})

test('only the offered windows and steps are accepted', async () => {
  const account = await accountWith([])
  await expect(riskOf([account], { window: 250 as never })).rejects.toThrow('Choose 63, 126, 252, 504 sessions.')
  await expect(riskOf([account], { step: 3 as never })).rejects.toThrow('Choose steps of 1, 2, 2.5, 5, 10 percent.')
  await expect(riskOf([account], { volatilityShift: 300 })).rejects.toThrow('Enter at most 200 points.')
  expect((await riskOf([account], { window: 63 })).window).toBe(63)
})
