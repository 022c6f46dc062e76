import { expect, test } from 'vitest'
import { groupHeatMap, type MapRow } from './group-heat-map.ts'

const row = (code: string, sector: string, size: number, change = 1): MapRow => ({
  code,
  name: `${code} Inc.`,
  sector,
  changePercent: change,
  marketCap: size * 10,
  volume: 5,
  size,
})

const shapes = (rows: readonly MapRow[], limit: number) =>
  groupHeatMap(rows, limit).map(({ sector, tiles, other, count }) => [
    sector,
    tiles.map(({ code }) => code),
    other?.count ?? null,
    count,
  ])

test('the largest sector is first, and in it the largest instrument; equal ones are in the order of their codes', () => {
  const rows = [row('B', 'Energy', 5), row('D', 'Utilities', 4), row('A', 'Energy', 5), row('C', 'Utilities', 9)]
  expect(shapes(rows, 10)).toEqual([
    ['Utilities', ['C', 'D'], null, 2],
    ['Energy', ['A', 'B'], null, 2],
  ])
})

test('beyond the limit the smallest instruments of each sector share a tile', () => {
  const rows = [
    row('A', 'Energy', 100, 2),
    row('B', 'Energy', 3, 4),
    row('C', 'Energy', 1, -4),
    row('D', 'Utilities', 50, 1),
    row('E', 'Utilities', 2, 9),
    row('F', 'Materials', 1, 1),
    row('G', 'Materials', 1, 3),
  ]
  const groups = groupHeatMap(rows, 2)
  expect(shapes(rows, 2)).toEqual([
    ['Energy', ['A'], 2, 3],
    // "Other 1" would hide a name for nothing.
    ['Utilities', ['D', 'E'], null, 2],
    ['Materials', [], 2, 2],
  ])
  // (3 x 4 % + 1 x -4 %) / 4, and (100 x 2 % + 3 x 4 % + 1 x -4 %) / 104.
  expect(groups[0]!.other).toEqual({ count: 2, changePercent: 2, marketCap: 40, volume: 10 })
  expect(groups[0]!.changePercent).toBeCloseTo(2, 10)
})

test('what a sum leaves out for want of a value is in no market capitalisation', () => {
  const rows = [{ ...row('A', 'Energy', 4), marketCap: null }, row('B', 'Energy', 2)]
  expect(groupHeatMap(rows, 10)[0]!.marketCap).toBe(20)
  expect(groupHeatMap([{ ...row('A', 'Energy', 4), marketCap: null }], 10)[0]!.marketCap).toBeNull()
})

test('ten thousand instruments are at most 300 tiles and one for the rest of each sector', () => {
  const sectors = ['Energy', 'Utilities', 'Materials']
  const rows = Array.from({ length: 10_000 }, (_, index) => row(`C${index}`, sectors[index % 3]!, 10_000 - index))
  const groups = groupHeatMap(rows, 300)
  expect(groups.map(({ tiles, other }) => [tiles.length, other?.count])).toEqual([
    [100, 3234],
    [100, 3233],
    [100, 3233],
  ])
})
