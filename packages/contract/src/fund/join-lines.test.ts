// Lines as one: their figures are the sums of what is shown, on the server, which has all digits, and on the screen.
import { toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import type { AttributionLine } from './fund-attribution.ts'
import { isShortLine, joinClosed, joinLines } from './join-lines.ts'

const line = (name: string, more: Partial<AttributionLine> = {}): AttributionLine => ({
  kind: 'LINES',
  name,
  code: name,
  detail: null,
  price: toCents(100n),
  income: toCents(5n),
  fees: toCents(-1n),
  profit: toCents(104n),
  contribution: 0.1,
  excess: null,
  weight: 4.384,
  daysHeld: 3,
  isHeld: false,
  ...more,
})

test('joined figures are the sums of the shown ones, and the days those of the line held longest', () => {
  const joined = joinLines('2 closed positions', [line('A'), line('B', { contribution: 0.2, daysHeld: 8 })])
  // Two weights of 4.38 %.
  expect(joined).toMatchObject({ profit: 208n, contribution: 0.3, excess: null, weight: 8.76, daysHeld: 8, code: null })
  expect(joinLines('2 closed positions', [line('A'), line('B', { contribution: null })]).contribution).toBeNull()
})

test('closed positions are joined from two on, below the lines that are held', () => {
  const lines = [line('A'), line('B', { isHeld: true }), line('C'), line('Cash', { kind: 'CASH', isHeld: true })]
  const names = (given: typeof lines) =>
    joinClosed(given, { grouping: 'INSTRUMENT', hasClosed: false }).map(({ name }) => name)
  expect(names(lines)).toEqual(['B', '2 closed positions', 'Cash'])
  expect(names(lines.slice(1))).toEqual(['B', 'C', 'Cash'])
})

test('a line is short where its shown weight is below zero', () => {
  expect([-0.004, -0.006, 2].map((weight) => isShortLine(line('A', { weight })))).toEqual([false, true, false])
  expect(isShortLine(line('Cash', { kind: 'CASH', weight: -2 }))).toBe(false)
})
