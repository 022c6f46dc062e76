import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPreferenceStore, preferenceKey, type PreferenceChange } from './preference-store.ts'

function browser() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  const tab = (who: { id: string | undefined } = { id: 'a' }) =>
    createPreferenceStore({ storage, userId: () => who.id })
  return { items, tab }
}

test('two tabs keep what both changed, also when one has not heard of the other', () => {
  const { tab } = browser()
  const [one, two] = [tab(), tab()]
  one.set('menuFolded', true)
  two.set('columns', ['code'])
  one.reload()
  expect(one.shown.get()).toEqual({ menuFolded: true, columns: ['code'] })
  expect(two.shown.get()).toEqual(one.shown.get())
  // Each tab saves only its own keys.
  expect([one.takeUnsaved(), two.takeUnsaved()]).toEqual([
    { preference: { menuFolded: true }, isReset: false },
    { preference: { columns: ['code'] }, isReset: false },
  ])
  expect(one.takeUnsaved()).toBeUndefined()
})

test('a tab that was opened before anybody signed in does not begin from nothing', () => {
  const { tab } = browser()
  const who: { id: string | undefined } = { id: undefined }
  const early = tab(who)
  tab().receive('a', { menuFolded: true })
  who.id = 'a'
  early.set('columns', ['code'])
  expect(early.shown.get()).toEqual({ menuFolded: true, columns: ['code'] })
})

test('nothing is read, kept or saved for another user', () => {
  const { tab, items } = browser()
  const who: { id: string | undefined } = { id: 'a' }
  const first = tab(who)
  first.set('menuFolded', true)
  who.id = 'b'
  first.reload()
  expect([first.shown.get(), first.takeUnsaved(), first.hasCopy()]).toEqual([{}, undefined, false])
  first.receive('a', { menuFolded: true })
  expect(first.shown.get()).toEqual({})
  who.id = undefined
  first.set('menuFolded', true)
  expect(first.takeUnsaved()).toBeUndefined()
  // An older version stored preferences without a user id; they are dropped, because the server has a copy.
  items.set(preferenceKey, '{"menuFolded":true}')
  expect(tab().hasCopy()).toBe(false)
})

test('what could not be saved goes with the next change and is older than it; what the server tells meanwhile is older too', () => {
  const { tab } = browser()
  const one = tab()
  one.set('menuFolded', true)
  one.set('columns', ['code'])
  const failed = one.takeUnsaved()!
  one.set('menuFolded', false)
  one.giveBack(failed)
  one.receive('a', { columns: ['name'], range: 'YTD' })
  expect(one.shown.get()).toEqual({ menuFolded: false, columns: ['code'], range: 'YTD' })
  one.reset()
  expect(one.takeUnsaved()).toEqual({ preference: {}, isReset: true })
  expect(one.shown.get()).toEqual({})
})

test('any interleaving of tabs ends with the last value of every key in this browser, and with every key at the server', () => {
  const step = fc.tuple(
    fc.nat(2),
    fc.constantFrom('set', 'save', 'fail', 'reload'),
    fc.constantFrom('x', 'y', 'z'),
    fc.nat(9),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { tab } = browser()
      const tabs = [tab(), tab(), tab()] as const
      const last: Record<string, number> = {}
      const server: Record<string, unknown> = {}
      const save = (change: PreferenceChange | undefined) => Object.assign(server, change?.preference)
      for (const [index, act, key, value] of steps) {
        const one = tabs[index]!
        if (act === 'set') one.set(key, (last[key] = value))
        else if (act === 'reload') one.reload()
        else if (act === 'save') save(one.takeUnsaved())
        else {
          const change = one.takeUnsaved()
          if (change) one.giveBack(change)
        }
      }
      for (const one of tabs) {
        save(one.takeUnsaved())
        one.reload()
        expect(one.shown.get()).toEqual(last)
      }
      expect(Object.keys(server).toSorted()).toEqual(Object.keys(last).toSorted())
    }),
  )
})
