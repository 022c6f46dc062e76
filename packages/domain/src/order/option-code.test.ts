import { expect, test } from 'vitest'
import { isMalformedOptionCode } from './option-code.ts'

test.each([
  'AAPL 261218C00235000',
  'AAPL261218C00235000',
  'AAPL  261318C00235000',
  'AAPL  260230C00235000',
  'AAPL  261218X00235000',
  'AAPL  261218C0023500',
  'AAPL  261218C00000000',
  'AAPL  CALL 235',
])('%j is no code of an option', (code) => {
  expect(isMalformedOptionCode(code)).toBe(true)
})

test.each(['AAPL  261218C00235000', 'F     261218P00012500', 'AAPL', 'BRK.B', 'BRK/B', '$SPX', '^GSPC', 'CALL', 'C'])(
  '%j is not taken for one that is malformed',
  (code) => {
    expect(isMalformedOptionCode(code)).toBe(false)
  },
)
