import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOption } from './black-scholes.ts'
import type { OptionTerms } from './black-scholes.ts'
import { normalCdf } from './normal.ts'

const TERMS: OptionTerms = {
  right: 'CALL',
  spot: 100,
  strike: 100,
  years: 1,
  volatility: 0.2,
  interestRate: 0.05,
  dividendYield: 0,
}
const put = (terms: OptionTerms): OptionTerms => ({ ...terms, right: 'PUT' })

describe('the value of an option', () => {
  it('is the textbook one: 10.4506 and 5.5735 at the money, 4.7594 and 0.8086 for six months from 42 to 40', () => {
    expect(valueOption(TERMS).value).toBeCloseTo(10.4506, 4)
    expect(valueOption(put(TERMS)).value).toBeCloseTo(5.5735, 4)
    const shorter: OptionTerms = {
      right: 'CALL',
      spot: 42,
      strike: 40,
      years: 0.5,
      volatility: 0.2,
      interestRate: 0.1,
      dividendYield: 0,
    }
    expect(valueOption(shorter).value).toBeCloseTo(4.7594, 4)
    expect(valueOption(put(shorter)).value).toBeCloseTo(0.8086, 4)
  })

  it('is what exercise brings at expiration', () => {
    expect(valueOption({ ...TERMS, strike: 95, years: 0 })).toMatchObject({ value: 5, delta: 1, gamma: 0, theta: 0 })
    expect(valueOption(put({ ...TERMS, strike: 95, years: -1 }))).toMatchObject({ value: 0, delta: 0 })
  })

  it('agrees with the normal distribution in the tables', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021, 7)
    expect(normalCdf(-2.5758293)).toBeCloseTo(0.005, 8)
    expect(normalCdf(9)).toBe(1)
  })

  const anyTerms = fc.record({
    right: fc.constantFrom('CALL' as const, 'PUT' as const),
    spot: fc.double({ min: 5, max: 2_000, noNaN: true }),
    strike: fc.double({ min: 5, max: 2_000, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 2.5, noNaN: true }),
    volatility: fc.double({ min: 0.06, max: 1.2, noNaN: true }),
    interestRate: fc.constant(0.04),
    dividendYield: fc.constantFrom(0, 0.03),
  })

  it('keeps put-call parity and its greeks are its slopes', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { spot, strike, years, interestRate, dividendYield, volatility } = terms
        const call = valueOption({ ...terms, right: 'CALL' })
        const other = valueOption(put(terms))
        const scale = Math.max(spot, strike)
        expect(
          Math.abs(
            call.value -
              other.value -
              spot * Math.exp(-dividendYield * years) +
              strike * Math.exp(-interestRate * years),
          ) / scale,
        ).toBeLessThan(1e-9)
        const own = valueOption(terms)
        const slope = (change: Partial<OptionTerms>, back: Partial<OptionTerms>, width: number): number =>
          (valueOption({ ...terms, ...change }).value - valueOption({ ...terms, ...back }).value) / width
        const step = spot * 1e-4
        expect(Math.abs(own.delta - slope({ spot: spot + step }, { spot: spot - step }, 2 * step))).toBeLessThan(0.01)
        const vega = slope({ volatility: volatility + 1e-4 }, { volatility: volatility - 1e-4 }, 0.02)
        expect(Math.abs(own.vega - vega)).toBeLessThan(1e-3 * scale)
        expect(own.gamma).toBeGreaterThanOrEqual(0)
        const rho = slope({ interestRate: interestRate + 1e-4 }, { interestRate: interestRate - 1e-4 }, 0.02)
        expect(Math.abs(own.rho - rho)).toBeLessThan(1e-3 * scale)
        const theta = -slope({ years: years + 1e-5 }, { years: years - 1e-5 }, 2e-5) / 365
        expect(Math.abs(own.theta - theta)).toBeLessThan(1e-3 * scale)
      }),
      { numRuns: 300, seed: 20_260_304 },
    )
  })
})
