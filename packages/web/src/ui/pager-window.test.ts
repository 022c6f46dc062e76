import { expect, it } from 'vitest'
import { pagerWindow, pageStart, startForCount } from './pager-window.ts'

it('shows five numbers in blocks of five', () => {
  expect(pagerWindow({ start: 0, count: 10, total: 500 }).pages).toEqual([1, 2, 3, 4, 5])
  expect(pagerWindow({ start: 40, count: 10, total: 500 }).pages).toEqual([1, 2, 3, 4, 5])
})

it('shifts by five and selects the first when next goes past the fifth', () => {
  const next = pagerWindow({ start: pageStart(5 + 1, 10), count: 10, total: 500 })
  expect(next.pages).toEqual([6, 7, 8, 9, 10])
  expect(next.current).toBe(6)
})

it('shifts back by five and selects the fifth when previous leaves the first', () => {
  const previous = pagerWindow({ start: pageStart(6 - 1, 10), count: 10, total: 500 })
  expect(previous.pages).toEqual([1, 2, 3, 4, 5])
  expect(previous.current).toBe(5)
})

it('numbers no page that does not exist', () => {
  expect(pagerWindow({ start: 100, count: 20, total: 164 })).toEqual({
    pages: [6, 7, 8, 9],
    current: 6,
    lastPage: 9,
    hasPrevious: true,
    hasNext: true,
    range: '101–120 of 164',
  })
  expect(pagerWindow({ start: 160, count: 20, total: 164 })).toMatchObject({
    current: 9,
    hasNext: false,
    range: '161–164 of 164',
  })
})

it('does not move without rows and on a single page', () => {
  expect(pagerWindow({ start: 0, count: 20, total: 0 })).toEqual({
    pages: [1],
    current: 1,
    lastPage: 1,
    hasPrevious: false,
    hasNext: false,
    range: '0 of 0',
  })
  expect(pagerWindow({ start: 0, count: 20, total: 6 })).toMatchObject({ pages: [1], range: '1–6 of 6' })
})

it('falls back to the last page when rows went away', () => {
  expect(pagerWindow({ start: 80, count: 20, total: 30 })).toMatchObject({ current: 2, range: '21–30 of 30' })
})

it('keeps the first row in sight when the size changes', () => {
  expect(startForCount(45, 20)).toBe(40)
  expect(startForCount(45, 100)).toBe(0)
})
