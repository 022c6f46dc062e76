import { expect, test } from 'vitest'
import { describeOpenFields } from './describe-open-fields.ts'

const labels = { firstName: 'First name', email: 'Email' }

test.each([
  [['firstName', 'email'], { firstName: '', email: '' }, 'Fill in: First name, Email'],
  [['firstName', 'email'], { firstName: '', email: 'ada@' }, 'Fill in: First name'],
  [['email'], { firstName: 'Ada', email: 'ada@' }, 'Correct: Email'],
  [[], { firstName: 'Ada', email: 'ada@example.com' }, undefined],
])('%j of %j', (open, values, reason) => {
  expect(describeOpenFields(open, values, labels)).toBe(reason)
})
