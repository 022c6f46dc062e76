import { expect, test } from 'vitest'
import { nextBox, type Direction } from './next-box.ts'
import type { Box } from './place-treemap.ts'

// 0 fills the left half; 1 and 2 are to its right, one above the other; 3 lies below all of them.
const boxes: readonly Box[] = [
  { left: 0, top: 0, width: 100, height: 100 },
  { left: 102, top: 0, width: 100, height: 40 },
  { left: 102, top: 42, width: 100, height: 58 },
  { left: 0, top: 102, width: 40, height: 30 },
]

test('a tile beside the current one comes before a nearer one that is higher or lower', () => {
  const [from, lower, beside] = [
    { left: 0, top: 0, width: 10, height: 10 },
    { left: 12, top: 50, width: 10, height: 10 },
    { left: 30, top: 0, width: 10, height: 10 },
  ] as const
  expect(nextBox([from, lower, beside], 0, 'right')).toBe(2)
  expect(nextBox([from, lower], 0, 'right')).toBe(1)
})

test.each<[from: number, direction: Direction, to: number | undefined, why: string]>([
  [0, 'right', 2, 'the one whose middle is nearest'],
  [1, 'left', 0, 'the one beside it'],
  [1, 'down', 2, 'the one below'],
  [0, 'down', 3, 'the one below, though it is narrower'],
  [2, 'down', 3, 'none is straight below, so the nearest'],
  [3, 'up', 0, 'the one above'],
  [1, 'right', undefined, 'the edge of the map'],
  [0, 'left', undefined, 'the edge of the map'],
])('from %i %s leads to %s: %s', (from, direction, to) => {
  expect(nextBox(boxes, from, direction)).toBe(to)
})
