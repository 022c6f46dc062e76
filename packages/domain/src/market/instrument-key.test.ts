import { expect, test } from 'vitest'
import { codeKey, isSameCode, nameKey } from './instrument-key.ts'

test('class separators are equal', () => {
  expect(['BRK-B', 'BRK/B', 'BRK.B'].map(codeKey)).toEqual(['BRK.B', 'BRK.B', 'BRK.B'])
  expect([isSameCode('BRK/B', 'BRK-B'), isSameCode('BRK/B', 'BRK/A')]).toEqual([true, false])
})

test('names are compared without case, diacritics and doubled blanks', () => {
  expect(nameKey(' Nestlé  S.A. ')).toBe('nestle s.a.')
})
