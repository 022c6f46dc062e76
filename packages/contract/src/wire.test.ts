import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day, decimalNumber, dollars, givenDay } from './wire.ts'

describe('a day on the wire', () => {
  it.each(['0001-01-01', '2024-02-29', '9999-12-31'])('is %s', (text) => {
    expect(z.decode(day, text)).toBe(text)
  })

  it('comes in from 1900 to ten years from today', () => {
    const inTenYears = (days: number) => {
      const at = new Date()
      at.setUTCFullYear(at.getUTCFullYear() + 10)
      return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    }
    for (const text of ['1900-01-01', '2026-03-04', inTenYears(0)]) expect(givenDay.safeParse(text).success).toBe(true)
    for (const text of ['0001-01-01', '1899-12-31', inTenYears(2), '2149-12-31', '9999-12-31', '2026-02-30'])
      expect(givenDay.safeParse(text).success).toBe(false)
    expect(givenDay.safeParse('2149-12-31').error?.issues[0]?.message).toBe(
      `Enter a date from 1900-01-01 to ${inTenYears(0)}.`,
    )
  })

  it.each([
    '',
    '2026-02-30',
    '2026-3-3',
    '2026-03-03 ',
    '2026-03-03T00:00:00Z',
    '+275760-09-13',
    '-0001-01-01',
    '0000-01-01',
  ])('is never %j', (text) => {
    expect(z.safeDecode(day, text).success).toBe(false)
  })
})

describe('an amount as text', () => {
  const price = decimalNumber(4, 'Enter a price in dollars.')

  it.each(['1e3', '+5', ' 5 ', '5,00', '1,234.50', '$5', '5.', '.5', '', '0x10', '--5', '٣'])(
    'never is %j, and the answer says what is',
    (text) => {
      for (const schema of [dollars, price])
        expect(z.safeDecode(schema, text).error?.issues[0]?.message).toBe(
          'Use digits and one decimal point, like 1234.56.',
        )
    },
  )

  it.each([
    ['1234.56', 123456n],
    ['0.5', 50n],
    ['-20', -2000n],
    [1234.5, 123450n],
    [1e3, 100000n],
  ] as const)('is %j', (wire, cents) => {
    expect(z.decode(dollars, wire)).toBe(cents)
    expect(z.decode(price, wire)).toBe(String(wire))
  })

  it('says how many decimals it may have', () => {
    expect(z.safeDecode(dollars, '5.001').error?.issues[0]?.message).toBe(
      'Enter an amount in dollars with at most 2 decimals.',
    )
    expect(z.safeDecode(price, 0.00001).error?.issues[0]?.message).toBe('Enter a price in dollars.')
  })
})
