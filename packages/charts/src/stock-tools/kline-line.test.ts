import { expect, test } from 'vitest'
import { traceLine } from './kline-line.ts'

function trace(heights: readonly (number | undefined)[], pxPerBar: number): string {
  const path: string[] = []
  const pen = {
    moveTo: (x: number, y: number) => path.push(`M${x} ${y}`),
    lineTo: (x: number, y: number) => path.push(`L${x} ${y}`),
  }
  traceLine(pen, 0, { to: heights.length, xOf: (index) => index * pxPerBar, yOf: (index) => heights[index] })
  return path.join(' ')
}

test('bars of a pixel or more each have their point', () => {
  expect(trace([5, 9, 1, 4], 10)).toBe('M0 5 L10 9 L20 1 L30 4')
})

test('bars that share a column of pixels become its first, lowest, highest and last point', () => {
  expect(trace([5, 9, 1, 4, 7], 0.25)).toBe('M0 5 L0 1 L0 9 L0 4 L1 7')
})

test('a level stretch in one column is one point', () => {
  expect(trace([5, 5, 5, 5], 0.25)).toBe('M0 5')
})

test('a missing value parts the line', () => {
  expect(trace([undefined, 5, 6, undefined, 7, 8], 10)).toBe('M10 5 L20 6 M40 7 L50 8')
})

test('nothing in view draws nothing', () => {
  expect(trace([], 10)).toBe('')
})
