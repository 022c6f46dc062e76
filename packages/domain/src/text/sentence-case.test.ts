import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentenceCase } from './sentence-case.ts'

test.each([
  ['PENDING_ACTIVATION', 'Pending activation'],
  ['FILLED', 'Filled'],
  ['CANCELED', 'Cancelled'],
  ['CANCELLED', 'Cancelled'],
  ['PENDING_CANCEL', 'Pending cancel'],
  ['ETF', 'ETF'],
  ['ACH_RECEIPT', 'ACH receipt'],
  ['SMA_ADJUSTMENT', 'SMA adjustment'],
  ['session.end-others', 'Session: end others'],
  ['user.e-mail-asked', 'User: e-mail asked'],
  ['sign-in.refused', 'Sign-in: refused'],
  ['bank-account', 'Bank account'],
])('%s reads "%s"', (word, words) => {
  expect(sentenceCase(word)).toBe(words)
})

test('no code of several words stays a code', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z][A-Z0-9]{0,9}(_[A-Z0-9]{1,9}){1,4}$/), (code) => {
      expect(sentenceCase(code)).not.toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/)
    }),
  )
})
