// Symbols that share an order are derived together, and no others.
import { expect, test } from 'vitest'
import { groupSymbols } from './group-symbols.ts'

test('symbols are in one group with those that a chain of links reaches', () => {
  const links = [
    ['A', 'B'],
    ['E', 'D'],
    ['C', 'B'],
  ]
  expect(groupSymbols(['A', 'B', 'C', 'D', 'F'], links)).toEqual([['A', 'B', 'C'], ['D', 'E'], ['F']])
})

test('two groups become one by a link between them', () => {
  expect(
    groupSymbols(
      ['A', 'B', 'C', 'D'],
      [
        ['A', 'B'],
        ['C', 'D'],
        ['B', 'D'],
      ],
    ),
  ).toEqual([['A', 'B', 'C', 'D']])
})
