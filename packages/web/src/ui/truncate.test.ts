import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it('leaves text alone up to the limit', () => {
  expect(truncate('a'.repeat(50), 50)).toBe('a'.repeat(50))
})

it('cuts longer text and adds an ellipsis', () => {
  expect(truncate('a'.repeat(51), 50)).toBe(`${'a'.repeat(50)}…`)
  expect(truncate('Harbour Club Board', 8)).toBe('Harbour…')
})

it('never cuts a character in two', () => {
  expect(truncate('👩‍👩‍👧👩‍👩‍👧', 1)).toBe('👩‍👩‍👧…')
})
