import { marketDay } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { price } from '../money/money.ts'
import { contractEndMs, contractOf, isOnOptionTick, powerFactor } from './option-rule.ts'

describe('a symbol', () => {
  it('of 21 characters is a contract, any other a share', () => {
    expect(contractOf('ACME  260320C00055000')).toMatchObject({
      underlying: 'ACME',
      right: 'CALL',
      strike: 55,
      expiration: '2026-03-20',
    })
    expect([contractOf('ACME'), contractOf('ACME  260320C0005500')]).toEqual([null, null])
  })
})

describe('a contract', () => {
  it('ends at the close of its last day, early closes included', () => {
    const end = (day: string): string =>
      new Date(
        contractEndMs({ underlying: 'ACME', right: 'CALL', strike: 55, expiration: marketDay(day) }),
      ).toISOString()
    expect(end('2026-03-20')).toBe('2026-03-20T20:00:00.000Z')
    expect(end('2026-11-27')).toBe('2026-11-27T18:00:00.000Z')
    expect(() => end('2026-03-21')).toThrow('No session on 2026-03-21')
  })

  it.each([
    [2.99, true],
    [2.995, false],
    [3, true],
    [3.01, false],
    [3.05, true],
    [0.005, false],
  ])('may be priced at %d: %s', (dollars, isOnTick) => {
    expect(isOnOptionTick(price(BigInt(Math.round(dollars * 10_000))))).toBe(isOnTick)
  })

  it('counts twice against buying power on margin, and once in a cash account; a share once in both', () => {
    expect([
      powerFactor('MARGIN', true),
      powerFactor('CASH', true),
      powerFactor('MARGIN', false),
      powerFactor('CASH', false),
    ]).toEqual([2n, 1n, 1n, 1n])
  })
})
