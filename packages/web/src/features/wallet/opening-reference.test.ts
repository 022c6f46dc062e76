import { expect, it } from 'vitest'
import { createSubmitKey } from './submit-key.ts'

function counting() {
  let count = 0
  return createSubmitKey(() => `key-${++count}`)
}

it('keeps the key while the content stays the same, whatever the order of its fields', () => {
  const submit = counting()
  expect(submit.keyFor({ amountCents: 100n, day: '2026-03-04' })).toBe('key-1')
  expect(submit.keyFor({ day: '2026-03-04', amountCents: 100n })).toBe('key-1')
})

it('takes a new key for other content', () => {
  const submit = counting()
  submit.keyFor({ amountCents: 100n })
  expect(submit.keyFor({ amountCents: 101n })).toBe('key-2')
})

it('takes a new key for equal content after a success', () => {
  const submit = counting()
  submit.keyFor({ amountCents: 100n })
  submit.renew()
  expect(submit.keyFor({ amountCents: 100n })).toBe('key-2')
})
