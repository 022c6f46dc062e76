import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { headingHeight, placeTreemap, type Box, type SizedGroup } from './place-treemap.ts'

const groupOf = (id: string, ...sizes: readonly number[]): SizedGroup => ({
  id,
  tiles: sizes.map((size, index) => ({ id: String(index), size })),
})
const area = ({ width, height }: Box): number => width * height
const ends = ({ left, top, width, height }: Box) => ({ left, top, right: left + width, bottom: top + height })

function overlap(one: Box, other: Box): boolean {
  const [a, b] = [ends(one), ends(other)]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function isInside(inner: Box, outer: Box): boolean {
  const [a, b] = [ends(inner), ends(outer)]
  return a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom
}

test('areas are in the ratio of the sizes', () => {
  const { groups } = placeTreemap([groupOf('a', 600, 300, 100)], { width: 1000, height: 1024 })
  const [first, second, third] = groups[0]!.tiles.map(({ box }) => area(box))
  expect(first! / second!).toBeCloseTo(2, 1)
  expect(second! / third!).toBeCloseTo(3, 0)
  expect(groups[0]!.heading).toEqual({ left: 0, top: 0, width: 1000, height: headingHeight })
})

test.each([
  ['side by side', 700],
  ['one under another', undefined],
])('%s, no two tiles overlap, and each is inside of its group and below its heading', (_name, height) => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(fc.array(sizes, { minLength: 1, maxLength: 8 }), (all) => {
      const placed = placeTreemap(
        all.map((each, index) => groupOf(String(index), ...each)),
        { width: 390, height },
      )
      const whole: Box = { left: 0, top: 0, width: 390, height: placed.height }
      const boxes = placed.groups.flatMap(({ tiles }) => tiles.map(({ box }) => box))
      for (const { box, heading, tiles } of placed.groups) {
        expect(isInside(box, whole)).toBe(true)
        for (const tile of tiles) {
          expect(isInside(tile.box, box)).toBe(true)
          expect(heading !== undefined && overlap(tile.box, heading)).toBe(false)
        }
      }
      for (const [index, one] of boxes.entries())
        expect(boxes.slice(index + 1).some((other) => overlap(one, other))).toBe(false)
    }),
  )
})

test('one under another, every group is as wide as the map and high enough for its heading', () => {
  const { groups } = placeTreemap([groupOf('a', 5_000, 20), groupOf('b', 1)], { width: 390, height: undefined })
  expect(groups.map(({ box, heading }) => [box.left, box.width, box.height >= 96, heading !== undefined])).toEqual([
    [0, 390, true, true],
    [0, 390, true, true],
  ])
})

test('a group that only rounding makes high enough has no heading, and no tile under one', () => {
  const { groups } = placeTreemap([groupOf('a', 94), groupOf('b', 1226)], { width: 390, height: 700 })
  const small = groups[0]!
  const [tile] = small.tiles
  expect(small.heading !== undefined && overlap(tile!.box, small.heading)).toBe(false)
})

test('a group that is too small has no heading', () => {
  const { groups } = placeTreemap([groupOf('a', 10_000), groupOf('b', 1)], { width: 400, height: 300 })
  expect(groups.map(({ heading }) => heading !== undefined)).toEqual([true, false])
})
