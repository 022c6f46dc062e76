// The risk of the demonstration's holdings, with a written put on one of them, against a script of its own: closes as
// the chart gets them, dividends as the market made them, sums instead of deviations from a mean, and the option formula
// by numerical integration.
import type { PortfolioRisk } from '@clubfolio/contract'
import { sessionHours, toMarketDay, underlyingOf } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '../../testing/factories.ts'
import { startDemonstration, type Demonstration } from '../../testing/demonstration.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

const window = 252
const contract = { contracts: -3, multiplier: 100 }

let app: Demonstration
let manager: TestUser
let accountId: string
let risk: PortfolioRisk
let returns: Map<string, number[]>

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  manager = await app.signInAs('manager')
  const account = await app.services.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  accountId = account.id
  const held = await app.services.db
    .selectFrom('account_position')
    .select(['symbol', 'quantity'])
    .where('account_id', '=', accountId)
    .where('quantity', '>', '0')
    .orderBy('symbol')
    .execute()
  // The put is on a share that pays dividends, so that its delta needs them.
  const first = held.find(({ symbol }) => yieldOf(symbol) > 0.01)
  const spot = app.services.simulated.quoteAt(first!.symbol, app.services.clock.nowMs())!.last
  const optionCode = `${first!.symbol.padEnd(6)}260618P${String(Math.round(spot) * 1000).padStart(8, '0')}`
  await app.services.db
    .insertInto('account_position')
    .values({
      account_id: accountId,
      symbol: optionCode,
      asset_type: 'OPTION',
      description: null,
      multiplier: contract.multiplier,
      quantity: String(contract.contracts),
      average_price: '1',
      market_value_cents: cents('-300.00'),
      open_profit_cents: cents('0.00'),
    })
    .execute()
  risk = await riskAt(0)
  returns = new Map()
  for (const code of new Set(['SPY', ...risk.positions.map(({ underlying }) => underlying)])) {
    const bars = await manager.client.stock.byRange({
      body: { symbol: code, start: '2024-06-01', end: '2026-03-03', timing: '_D' },
    })
    const closes = bars.map(({ close }) => close).slice(-window - 1)
    returns.set(
      code,
      closes.slice(1).map((close, index) => close / closes[index]! - 1),
    )
  }
})
afterAll(() => app.stop())

const riskAt = (volatilityShift: number): Promise<PortfolioRisk> =>
  manager.client.risk.findPortfolioRisk({ body: { accountIds: [accountId], window, step: 5, volatilityShift } })

interface Terms {
  readonly sign: 1 | -1
  readonly strike: number
  readonly years: number
  readonly dividends: number
}

/** Undefined for a share. */
function termsOf(code: string): Terms | undefined {
  const [, day, right, thousandths] = /(\d{6})([CP])(\d{8})$/.exec(code) ?? []
  if (day === undefined) return undefined
  const expiration = toMarketDay(`20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`)
  const years = (sessionHours(expiration)!.closeMs - app.services.clock.nowMs()) / (365 * 86_400_000)
  return {
    sign: right === 'C' ? 1 : -1,
    strike: Number(thousandths) / 1000,
    years,
    dividends: yieldOf(underlyingOf(code)),
  }
}

/** The dividends of the last year, each against the close before it, as traded. */
function yieldOf(code: string): number {
  const [from, until] = [toMarketDay('2025-03-04'), toMarketDay('2026-03-03')]
  const bars = [...app.services.simulated.dailyBars(code, toMarketDay('2025-02-20'), until)]
  return [...app.services.simulated.corporateActions(code, from, until)].reduce((sum, action) => {
    const close = bars.findLast(({ day }) => day < action.day)?.close ?? Number.NaN
    return action.kind === 'DIVIDEND' ? sum + action.amount / close : sum
  }, 0)
}

/** Sums of products, not of deviations: n sum(xy) - sum(x) sum(y). */
function spread(xs: readonly number[], ys: readonly number[]): number {
  let [x, y, xy] = [0, 0, 0]
  for (const [index, one] of xs.entries()) {
    x += one
    y += ys[index]!
    xy += one * ys[index]!
  }
  return xs.length * xy - x * y
}
const betaOf = (code: string): number => {
  const [own, its] = [returns.get(code)!, returns.get('SPY')!]
  return spread(own, its) / spread(its, its)
}
const correlationOf = (one: string, other: string): number => {
  const [xs, ys] = [returns.get(one)!, returns.get(other)!]
  return spread(xs, ys) / Math.sqrt(spread(xs, xs) * spread(ys, ys))
}

/** The discounted mean of what an option pays over the lognormal prices at its expiration, by Simpson's rule. */
function optionValue({ sign, strike: at, years, dividends }: Terms, spot: number, volatility: number): number {
  const [rate, steps, far] = [0.04, 4_000, 9]
  const deviation = volatility * Math.sqrt(years)
  let sum = 0
  for (let step = 0; step <= steps; step += 1) {
    const z = -far + (2 * far * step) / steps
    const price = spot * Math.exp((rate - dividends - volatility ** 2 / 2) * years + deviation * z)
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2
    sum += (weight * Math.max(0, sign * (price - at)) * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  }
  const value = (sum * ((2 * far) / steps)) / 3
  return Math.max(sign * (spot - at), Math.exp(-rate * years) * value)
}

describe('the demonstration', () => {
  test('has a beta and a correlation for every holding, and nothing is left out', () => {
    expect(risk.positions.length).toBeGreaterThan(5)
    expect(risk.positions.filter(({ gap }) => gap !== null)).toEqual([])
    expect(risk.correlation.leftOut).toEqual([])
    expect(risk.sectors.length).toBeGreaterThan(1)
    expect(risk.exposure.short).toBeLessThan(0n)
    expect(risk.beta).not.toBeNull()
    expect(risk.stress.gains[risk.stress.moves.indexOf(0)]).toBe(0n)
  })

  test('has the betas of a script of its own', () => {
    for (const { underlying, beta, sessions } of risk.positions) {
      expect(sessions).toBe(window)
      expect(beta).toBeCloseTo(betaOf(underlying), 2)
    }
  })

  test('has the correlations of a script of its own', () => {
    const { codes, values, sessions } = risk.correlation
    expect(sessions).toBe(window)
    for (const [row, one] of codes.entries())
      for (const [column, other] of codes.entries())
        expect(values[row]![column]).toBeCloseTo(correlationOf(one, other), 3)
  })

  test('has the exposure of its shares, and of the put by the shares it moves like', () => {
    const nowMs = app.services.clock.nowMs()
    let [long, short] = [0, 0]
    for (const { code, underlying, quantity, exposure, volatility } of risk.positions) {
      const price = app.services.simulated.quoteAt(underlying, nowMs)!.last
      const terms = termsOf(code)
      const valueAt = (spot: number) => optionValue(terms!, spot, volatility! / 100)
      const delta = terms ? (valueAt(price * 1.005) - valueAt(price * 0.995)) / (price * 0.01) : 1
      const own = quantity * (terms ? contract.multiplier : 1) * delta * price
      expect(Number(exposure) / 100 / own).toBeCloseTo(1, terms ? 3 : 6)
      if (own > 0) long += Number(exposure)
      else short += Number(exposure)
    }
    expect(risk.exposure).toMatchObject({ long: BigInt(long), short: BigInt(short) })
    const weighted = risk.positions.reduce((sum, one) => sum + Number(one.exposure) * betaOf(one.underlying), 0)
    expect(Number(risk.betaWeighted.dollars) / 100).toBeCloseTo(weighted / 100, -1)
    const spy = app.services.simulated.quoteAt('SPY', nowMs)!.last
    expect(risk.betaWeighted.shares).toBeCloseTo(weighted / 100 / spy, 1)
  })

  test('takes the dividends of a share nearly as the chain of the brokerage states them', () => {
    const { underlying } = risk.positions.find(({ code }) => termsOf(code) !== undefined)!
    const friday = toMarketDay('2026-06-18')
    const chain = app.services.simulated.optionChain(underlying, app.services.clock.nowMs(), friday, friday)!
    expect(yieldOf(underlying) / chain.dividendYield).toBeCloseTo(1, 0)
  })

  test.each([0, 12])(
    'gains at each move, with volatility %i points higher, what a script of its own computes',
    async (points) => {
      const { positions, stress } = await riskAt(points)
      const nowMs = app.services.clock.nowMs()
      for (const { code, underlying, quantity, gains, volatility } of positions) {
        const spot = app.services.simulated.quoteAt(underlying, nowMs)!.last
        for (const [index, move] of stress.moves.entries()) {
          const moved = spot * (1 + (betaOf(underlying) * move) / 100)
          const terms = termsOf(code)
          const own = terms
            ? quantity *
              contract.multiplier *
              (optionValue(terms, moved, (volatility! + points) / 100) - optionValue(terms, spot, volatility! / 100))
            : quantity * (moved - spot)
          expect(Number(gains![index]) / 100).toBeCloseTo(own, terms ? -1 : 1)
        }
      }
      for (const [index, gain] of stress.gains.entries())
        expect(positions.reduce((sum, { gains }) => sum + gains![index]!, 0n)).toBe(gain)
    },
  )
})
