// Option chains and the greeks of positions over the real paper brokerage and its simulated market: figures that the
// product computes from a chain are the chain's own.
import type { OptionContract } from '@clubfolio/contract'
import { calendarDaysBetween, modelOption, toCents, toMarketDay, yearsUntil } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demonstration, startDemonstration } from '../../testing/demonstration.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'

let app: Demonstration
let manager: TestUser
let accountNumber: string
let accountId: string

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  manager = await app.signInAs('manager')
  const account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', manager.user.id)
    .orderBy('number')
    .executeTakeFirstOrThrow()
  accountNumber = account.number
  accountId = account.id
}, 240_000)
afterAll(() => app.stop())

const readChain = (code: string, fromDate: string, toDate: string) =>
  manager.client.option.findOptionChainsByInstrumentCode({ params: { code, accountNumber, fromDate, toDate } })

const contractsOf = (map: Readonly<Record<string, Readonly<Record<string, readonly OptionContract[]>>>>) =>
  Object.values(map).flatMap((strikes) => Object.values(strikes).flat())

test('the greeks of a chain follow from its rates, its volatilities and its moment, to four decimals', async () => {
  const chain = await readChain('SPY', '2026-03-04', '2026-06-30')
  expect(chain).toMatchObject({ interestRate: 0.04, quotedAt: '2026-03-04T15:00:00.000Z' })
  expect(chain.dividendYield).toBeGreaterThan(0)
  const contracts = [...contractsOf(chain.callExpDateMap), ...contractsOf(chain.putExpDateMap)]
  expect(contracts.length).toBeGreaterThan(200)
  const { interestRate, dividendYield } = chain
  for (const { putCall, strikePrice, expirationDate, impliedVolatility, ...quoted } of contracts) {
    const model = modelOption({
      right: putCall,
      spot: chain.underlyingPrice!,
      strike: strikePrice,
      years: yearsUntil(expirationDate, Date.parse(chain.quotedAt)),
      volatility: impliedVolatility!,
      interestRate,
      dividendYield,
    })
    // The chain has 4 decimals itself, and a volatility of 5.
    for (const greek of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
      expect(Math.abs(model[greek] - quoted[greek]!)).toBeLessThan(0.0001)
  }
})

test('positions have the greeks of their contracts times their shares, and the account has their sums', async () => {
  const chain = await readChain('SPY', '2026-03-20', '2026-03-20')
  const calls = contractsOf(chain.callExpDateMap)
  const listed = calls[Math.floor(calls.length / 2)]!
  const far = `SPY   260320C${String((calls.at(-1)!.strikePrice + 200) * 1000).padStart(8, '0')}`
  await app.services.db.deleteFrom('account_position').where('account_id', '=', accountId).execute()
  const row = {
    account_id: accountId,
    asset_type: 'OPTION',
    multiplier: 100,
    description: null,
    open_profit_cents: toCents(0n),
  }
  await app.services.db
    .insertInto('account_position')
    .values([
      { ...row, symbol: listed.symbol, quantity: '-2', average_price: '3', market_value_cents: toCents(-60_000n) },
      { ...row, symbol: far, quantity: '1', average_price: '0.01', market_value_cents: toCents(100n) },
      {
        ...row,
        symbol: 'SPY',
        asset_type: 'ETF',
        multiplier: 1,
        quantity: '100',
        average_price: '400',
        market_value_cents: toCents(4_500_000n),
      },
    ])
    .execute()
  const greeks = await manager.client.option.findPositionGreeks({ params: { accountNumber } })
  const byCode = new Map(greeks.positions.map((position) => [position.code, position]))
  expect(byCode.get(listed.symbol)).toMatchObject({
    underlying: 'SPY',
    quantity: -2,
    contract: {
      putCall: 'CALL',
      strikePrice: listed.strikePrice,
      expirationDate: '2026-03-20',
      daysToExpiration: calendarDaysBetween(toMarketDay('2026-03-04'), toMarketDay('2026-03-20')),
      inTheMoney: listed.inTheMoney,
    },
    underlyingPrice: chain.underlyingPrice,
  })
  const held = byCode.get(listed.symbol)!
  for (const greek of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
    expect(held[greek]).toBeCloseTo(listed[greek]! * -200, 3)
  // A strike that the chain does not list has the volatility of the nearest one.
  const beyond = byCode.get(far)!
  expect(beyond.impliedVolatility).toBeCloseTo(calls.at(-1)!.impliedVolatility!, 6)
  expect(beyond.delta).toBeGreaterThanOrEqual(0)
  expect(byCode.get('SPY')).toMatchObject({ contract: null, delta: 100, gamma: 0, theta: 0 })
  const sum = (greek: 'theta' | 'vega') => greeks.positions.reduce((total, position) => total + position[greek]!, 0)
  expect(greeks.unknown).toBe(0)
  expect(greeks.total.theta).toBeCloseTo(sum('theta'), 1)
  expect(greeks.total.vega).toBeCloseTo(sum('vega'), 1)
  expect(greeks.total.deltaDollars).toBeCloseTo(
    greeks.positions.reduce((total, { delta, underlyingPrice }) => total + delta! * underlyingPrice!, 0),
    0,
  )
})

test('a code that the brokerage does not list is refused by name', async () => {
  const { option } = manager.client
  expect(await refusalOf(readChain('NOPE', '2026-03-04', '2026-06-30'))).toBe('404 symbolUnknown')
  expect(await refusalOf(option.findExpirations({ params: { code: 'NOPE', accountNumber } }))).toBe('404 symbolUnknown')
})

test('a contract of a share that is no longer listed has no greeks, and the others have theirs', async () => {
  await app.services.db
    .insertInto('account_position')
    .values({
      account_id: accountId,
      symbol: 'NOPE  260320C00100000',
      asset_type: 'OPTION',
      multiplier: 100,
      description: null,
      quantity: '1',
      average_price: '1',
      market_value_cents: toCents(10_000n),
      open_profit_cents: toCents(0n),
    })
    .execute()
  const { positions, unknown } = await manager.client.option.findPositionGreeks({ params: { accountNumber } })
  expect(unknown).toBe(1)
  expect(positions.filter(({ delta }) => delta === null).map(({ underlying }) => underlying)).toEqual(['NOPE'])
  expect(positions.length).toBeGreaterThan(1)
})
