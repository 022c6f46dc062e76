import { expect, test } from 'vitest'
import { maskNumber } from './mask-number.ts'

test('a number shows its last four characters, or all of a shorter one', () => {
  expect(['12344821', '4821', '21'].map(maskNumber)).toEqual(['•••• 4821', '•••• 4821', '•••• 21'])
})
