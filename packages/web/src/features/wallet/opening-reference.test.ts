import { expect, it } from 'vitest'
import { createOpeningReference } from './opening-reference.ts'

function counting() {
  let count = 0
  return createOpeningReference(() => `reference-${++count}`)
}

it('keeps the reference while the content stays the same, whatever the order of its fields', () => {
  const submit = counting()
  expect(submit.referenceFor({ amountCents: 100n, day: '2026-03-04' })).toBe('reference-1')
  expect(submit.referenceFor({ day: '2026-03-04', amountCents: 100n })).toBe('reference-1')
})

it('takes a new reference for other content', () => {
  const submit = counting()
  submit.referenceFor({ amountCents: 100n })
  expect(submit.referenceFor({ amountCents: 101n })).toBe('reference-2')
})

it('takes a new reference for equal content after a success', () => {
  const submit = counting()
  submit.referenceFor({ amountCents: 100n })
  submit.renew()
  expect(submit.referenceFor({ amountCents: 100n })).toBe('reference-2')
})
