import { expect, test } from 'vitest'
import {
  contractTerms,
  describeContract,
  formatCode,
  isMalformedOptionCode,
  isOptionCode,
  multiplierOf,
  underlyingOf,
} from './option-code.ts'

test('the code of a contract contains its terms', () => {
  expect(contractTerms('AAPL  261218C00235000')).toEqual({
    underlying: 'AAPL',
    right: 'CALL',
    strike: 235,
    expiration: '2026-12-18',
  })
  expect(contractTerms('F     270115P00012500')).toEqual({
    underlying: 'F',
    right: 'PUT',
    strike: 12.5,
    expiration: '2027-01-15',
  })
})

test.each([
  ['AAPL  261218C00235000', true],
  ['GOOGLX261218P00012500', true],
  ['BRK/B 261218P00012500', true],
  ['GOOGLXY61218P00012500', false],
  ['aapl  261218C00235000', false],
  ['  AAPL261218C00235000', false],
  ['AAPL  261218X00235000', false],
  ['AAPL  26121 C00235000', false],
  ['AAPL  261218C0023500X', false],
  ['AAPL 261218C00235000', false],
  ['AAPL   261218C00235000', false],
  ['A261218C00235000ABCDE', false],
  ['AAPL', false],
])('%j is the code of a contract: %s', (code, isOne) => {
  expect([isOptionCode(code), contractTerms(code) !== null]).toEqual([isOne, isOne])
})

test('a contract is a hundred shares and is named by its terms; a share is itself', () => {
  const code = 'AAPL  261218C00235000'
  expect([multiplierOf(code), describeContract(code), formatCode(code), underlyingOf(code)]).toEqual([
    100,
    '235 call 2026-12-18',
    'AAPL 235 call 2026-12-18',
    'AAPL',
  ])
  expect([multiplierOf('AAPL'), describeContract('AAPL'), formatCode('AAPL'), underlyingOf('AAPL')]).toEqual([
    1,
    'AAPL',
    'AAPL',
    'AAPL',
  ])
  expect(describeContract('F     270115P00012500')).toBe('12.5 put 2027-01-15')
})

test.each([
  'AAPL 261218C00235000',
  'AAPL261218C00235000',
  'AAPL  261318C00235000',
  'AAPL  260230C00235000',
  'AAPL  261218X00235000',
  'AAPL  261218C0023500',
  'AAPL  261218C00000000',
  'AAPL  CALL 235',
  'A B',
  'X260101C1',
  'ABCDEFGHIJKLMNOPQ',
  'AAPL  260231C00235000',
])('%j is no code of an option', (code) => {
  expect(isMalformedOptionCode(code)).toBe(true)
})

test.each([
  'AAPL  261218C00235000',
  'F     261218P00012500',
  'AAPL',
  'BRK.B',
  'BRK/B',
  '$SPX',
  '^GSPC',
  'CALL',
  'C',
  'ABCDEFGHIJKLMNOP',
  'X26010C1',
  'X260101C',
])('%j is not taken for one that is malformed', (code) => {
  expect(isMalformedOptionCode(code)).toBe(false)
})
