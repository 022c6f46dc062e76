import { expect, test } from 'vitest'
import { withRecent } from './recent-symbols.ts'

test('the symbol viewed last is first, once, and eight are remembered', () => {
  expect(withRecent(['SPY', 'QQQ'], 'QQQ')).toEqual(['QQQ', 'SPY'])
  expect(withRecent(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], 'X')).toEqual(['X', 'A', 'B', 'C', 'D', 'E', 'F', 'G'])
})
