import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractTerms } from '../order/option-code.ts'
import { codeOfContract } from './contract-code.ts'

it('is the code that is read back as the same contract', () => {
  const terms = { underlying: 'AAPL', right: 'CALL' as const, strike: 235, expiration: '2026-12-18' }
  expect(codeOfContract(terms)).toBe('AAPL  261218C00235000')
  const anyTerms = fc.record({
    underlying: fc.stringMatching(/^[A-Z]{1,6}$/),
    right: fc.constantFrom('CALL' as const, 'PUT' as const),
    strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
    expiration: fc.constantFrom('2026-03-20', '2028-01-21'),
  })
  fc.assert(
    fc.property(anyTerms, (one) => {
      expect(contractTerms(codeOfContract(one))).toEqual(one)
    }),
  )
})
