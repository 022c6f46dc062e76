import { expect, test } from 'vitest'
import { createChartDrafts, type ChartDraft, type DraftStorage } from './chart-draft-store.ts'

function storage(limit = 100): DraftStorage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => {
      if (entries.size >= limit && !entries.has(name)) throw new DOMException('full', 'QuotaExceededError')
      entries.set(name, text)
    },
    removeItem: (name) => entries.delete(name),
  }
}

const draft = (more: Partial<ChartDraft> = {}): ChartDraft => ({
  userId: 'mara',
  symbol: 'SPY',
  timing: '_D',
  config: '{"version":1}',
  base: { config: null, revision: null },
  ...more,
})

test('a page replaces its own draft of a chart, never that of another page, and each user reads only their own', () => {
  const shared = storage()
  const [one, other] = [createChartDrafts(shared, 'one'), createChartDrafts(shared, 'other')]
  one.keep(draft())
  one.keep(draft({ config: '{"version":1,"of":"one"}' }))
  other.keep(draft({ config: '{"version":1,"of":"other"}' }))
  other.keep(draft({ userId: 'ben' }))
  expect(one.list('mara').map(({ config }) => config)).toEqual([
    '{"version":1,"of":"one"}',
    '{"version":1,"of":"other"}',
  ])
  expect(one.list('ben')).toHaveLength(1)
  one.drop(draft())
  expect(one.list('mara')).toHaveLength(1)
})

test('a draft that its page has changed since it was read is not settled', () => {
  const shared = storage()
  const [one, other] = [createChartDrafts(shared, 'one'), createChartDrafts(shared, 'other')]
  other.keep(draft())
  const [read] = one.list('mara')
  other.keep(draft({ config: '{"version":1,"of":"later"}' }))
  one.settle(read!)
  expect(one.list('mara')).toHaveLength(1)
  one.settle(one.list('mara')[0]!)
  expect(one.list('mara')).toEqual([])
})

test('signing out forgets the drafts of every page of the user, and of no other', () => {
  const shared = storage()
  const [one, other] = [createChartDrafts(shared, 'one'), createChartDrafts(shared, 'other')]
  one.keep(draft())
  other.keep(draft({ symbol: 'QQQ' }))
  one.keep(draft({ userId: 'ben' }))
  one.forget('mara')
  expect([one.list('mara'), one.list('ben')].map((list) => list.length)).toEqual([0, 1])
})

test('a full storage is reported, and damaged text is no draft', () => {
  const shared = storage(1)
  const drafts = createChartDrafts(shared, 'one')
  expect(drafts.keep(draft())).toBe(true)
  expect(drafts.keep(draft({ symbol: 'QQQ' }))).toBe(false)
  shared.setItem(shared.key(0)!, '{"userId":"mara"')
  expect(drafts.list('mara')).toEqual([])
})
