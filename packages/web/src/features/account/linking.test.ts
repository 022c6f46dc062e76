import { linkAttemptLifeMs } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { endLinkAttempt, isCallback, keepAttempt, pollAttempt, receiveCallback, type LinkStorage } from './linking.ts'

function storage(): LinkStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

it('brings the code from the popup to the window that waits for it, once', () => {
  const shared = storage()
  keepAttempt(shared, 'mine', 0)
  expect(pollAttempt(shared, 'mine', 500)).toEqual({ kind: 'waiting' })
  expect(receiveCallback(shared, { code: 'C0.x@', state: 'mine', session: 's' }, 900)).toBe('stored')
  expect(pollAttempt(shared, 'mine', 1_000)).toEqual({ kind: 'code', code: 'C0.x@' })
  expect([...shared.kept]).toEqual([])
})

it('keeps the code under the key of the specification', () => {
  const shared = storage()
  keepAttempt(shared, 'mine', 0)
  receiveCallback(shared, { code: 'C0.x@', state: 'mine' }, 1)
  expect(shared.getItem('code')).toBe('C0.x@')
})

it.each([
  ['another state', { code: 'evil', state: 'other' }],
  ['no state', { code: 'evil' }],
  ['a denial of another attempt', { error: 'access_denied', state: 'other' }],
])('ignores a callback with %s', (_what, search) => {
  const shared = storage()
  keepAttempt(shared, 'mine', 0)
  const before = new Map(shared.kept)
  expect(receiveCallback(shared, search, 1)).toBe('foreign')
  expect(shared.kept).toEqual(before)
})

it('ignores a callback when nobody waits, or when the time is over', () => {
  const shared = storage()
  expect(receiveCallback(shared, { code: 'x', state: 'mine' }, 1)).toBe('foreign')
  keepAttempt(shared, 'mine', 0)
  expect(receiveCallback(shared, { code: 'x', state: 'mine' }, linkAttemptLifeMs)).toBe('foreign')
  expect(shared.getItem('code')).toBeNull()
})

it('tells the waiting window of a denial', () => {
  const shared = storage()
  keepAttempt(shared, 'mine', 0)
  expect(receiveCallback(shared, { error: 'access_denied', state: 'mine' }, 1)).toBe('denied')
  expect(pollAttempt(shared, 'mine', 2)).toEqual({ kind: 'denied' })
})

it('gives up after ten minutes', () => {
  const shared = storage()
  keepAttempt(shared, 'mine', 0)
  expect(pollAttempt(shared, 'mine', linkAttemptLifeMs)).toEqual({ kind: 'expired' })
})

it('lets a second window take over, and the first one leave what is not its own', () => {
  const shared = storage()
  keepAttempt(shared, 'first', 0)
  keepAttempt(shared, 'second', 1)
  expect(pollAttempt(shared, 'first', 2)).toEqual({ kind: 'takenOver' })
  endLinkAttempt(shared, 'first')
  expect(pollAttempt(shared, 'second', 3)).toEqual({ kind: 'waiting' })
})

it('forgets a code that an earlier attempt left behind', () => {
  const shared = storage()
  shared.setItem('code', 'old')
  keepAttempt(shared, 'mine', 0)
  expect(pollAttempt(shared, 'mine', 1)).toEqual({ kind: 'waiting' })
})

it('survives a storage that holds something else under its key', () => {
  const shared = storage()
  for (const text of ['', 'nonsense', '[]', '{"state":5}', 'null']) {
    shared.setItem('linkAttempt', text)
    expect(pollAttempt(shared, 'mine', 0)).toEqual({ kind: 'takenOver' })
  }
})

it('knows a callback by its code or its error', () => {
  expect([isCallback({ code: 'x' }), isCallback({ error: 'access_denied' }), isCallback({ page: '2' })]).toEqual([
    true,
    true,
    false,
  ])
})
