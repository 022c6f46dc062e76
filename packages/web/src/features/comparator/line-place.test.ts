import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLines, tagColor } from './line-place.ts'

const none = new Map<string, number>()

test('an instrument keeps its colour when another one is removed, and finds it again', () => {
  const three = placeLines(['SPY', 'QQQ', 'ACME'], none)
  expect([...three]).toEqual([
    ['SPY', 1],
    ['QQQ', 2],
    ['ACME', 3],
  ])
  expect(placeLines(['QQQ', 'ACME'], three)).toBe(three)
  expect(placeLines(['ACME', 'SPY'], three)).toBe(three)
})

test('a new instrument takes a colour that none of the others has', () => {
  const two = placeLines(['ACME', 'ZETA'], placeLines(['ACME', 'SPY'], none))
  expect([two.get('ACME'), two.get('ZETA'), two.get('SPY')]).toEqual([3, 4, 1])
  const full = placeLines(['A', 'B', 'C', 'D'], none)
  expect([...full.values()].toSorted()).toEqual([1, 2, 3, 4])
})

test('no two shown lines have one colour, whatever was shown before', () => {
  const codes = fc.uniqueArray(fc.constantFrom('SPY', 'QQQ', 'A', 'B', 'C', 'D', 'E'), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(codes, { maxLength: 6 }), (shown) => {
      let places: ReadonlyMap<string, number> = none
      for (const each of shown) {
        const before = places
        places = placeLines(each, places)
        const colors = each.map((code) => tagColor(places.get(code)))
        expect(new Set(colors).size).toBe(each.length)
        expect(colors).not.toContain('neutral')
        expect(placeLines(each, places)).toBe(places)
        expect(before.size).toBeLessThanOrEqual(places.size)
      }
    }),
  )
})
