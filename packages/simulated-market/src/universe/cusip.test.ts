import { describe, expect, it } from 'vitest'
import { cusipCheckDigit, cusipOf, isCusip } from './cusip.ts'

describe('the check digit of a CUSIP', () => {
  it.each(['037833100', '594918104', '17275R102', '38259P508', '68389X105', '023135106'])(
    'is right in the published number %s',
    (cusip) => {
      expect(cusipCheckDigit(cusip.slice(0, 8))).toBe(Number(cusip[8]))
      expect(isCusip(cusip)).toBe(true)
    },
  )

  it('finds a wrong digit and swapped neighbours', () => {
    expect(isCusip('037833101')).toBe(false)
    expect(isCusip('308733100')).toBe(false)
    expect(isCusip('03783310')).toBe(false)
    expect(() => cusipCheckDigit('0378331')).toThrow(RangeError)
    expect(() => cusipCheckDigit('0378331é')).toThrow(RangeError)
  })

  it('completes every made-up number', () => {
    for (let issuer = 0; issuer < 2_400_000; issuer += 9_973) expect(isCusip(cusipOf(issuer, '10'))).toBe(true)
  })
})
