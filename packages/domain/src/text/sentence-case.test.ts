import { expect, test } from 'vitest'
import { sentenceCase } from './sentence-case.ts'

test.each([
  ['PENDING_ACTIVATION', 'Pending activation'],
  ['FILLED', 'Filled'],
  ['CANCELED', 'Cancelled'],
  ['CANCELLED', 'Cancelled'],
  ['PENDING_CANCEL', 'Pending cancel'],
])('%s reads "%s"', (word, words) => {
  expect(sentenceCase(word)).toBe(words)
})
