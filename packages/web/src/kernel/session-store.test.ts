import type { SessionUser } from '@clubfolio/contract'
import { describe, expect, it } from 'vitest'
import { createSessionStore, holdsPermission, readStoredUser, type SessionStorage } from './session-store.ts'

const startMs = Date.parse('2026-03-04T15:00:00Z')

function sessionUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '0195f1de-0000-7000-8000-000000000001',
    firstName: 'Adaeze',
    lastName: 'Okafor',
    email: 'a.okafor@harbourclub.example',
    isSystem: false,
    token: 'secret',
    tokenExpire: startMs + 60_000,
    permissions: [{ nameKey: 'VMA' }],
    ...change,
  }
}

function memoryStorage(): SessionStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    clear: () => items.clear(),
  }
}

describe('the session store', () => {
  it('keeps the user under the key "user" without anything that is not needed again', () => {
    const storage = memoryStorage()
    const session = createSessionStore(storage, () => startMs)
    session.open({ ...sessionUser(), phoneNumber: '+15550100', password: 'x' } as SessionUser)
    expect(Object.keys(JSON.parse(storage.items.get('user') ?? '{}'))).toEqual([
      'id', 'firstName', 'lastName', 'email', 'token', 'tokenExpire', 'permissions',
    ])
  })

  it('reads the token as empty once its expiry has passed', () => {
    let nowMs = startMs
    const session = createSessionStore(memoryStorage(), () => nowMs)
    session.open(sessionUser())
    expect(session.token()).toBe('secret')
    nowMs = startMs + 60_000
    expect(session.token()).toBeUndefined()
    expect(session.user()).toBeUndefined()
  })

  it('clears all local storage at the end and says why', () => {
    const storage = memoryStorage()
    const session = createSessionStore(storage, () => startMs)
    session.open(sessionUser())
    storage.setItem('code', 'C0DE')
    const reasons: unknown[] = []
    session.subscribe((_user, why) => reasons.push(why))
    session.end('logout')
    session.end('logout')
    expect(storage.items.size).toBe(0)
    expect(reasons).toEqual(['logout'])
  })

  it('follows a sign-out in another tab', () => {
    const storage = memoryStorage()
    const session = createSessionStore(storage, () => startMs)
    session.open(sessionUser())
    const reasons: unknown[] = []
    session.subscribe((user, why) => reasons.push([user, why]))
    storage.clear()
    session.reload()
    expect(reasons).toEqual([[undefined, 'other-tab']])
  })

  it('takes damaged storage for signed out', () => {
    expect(readStoredUser('{"id":1}')).toBeUndefined()
    expect(readStoredUser('not json')).toBeUndefined()
    expect(readStoredUser('null')).toBeUndefined()
  })

  it('grants a permission only by its exact key', () => {
    const user = readStoredUser(JSON.stringify(sessionUser()))
    expect(holdsPermission(user, 'VMA')).toBe(true)
    expect(holdsPermission(user, 'VMWt')).toBe(false)
    expect(holdsPermission(undefined, 'VMA')).toBe(false)
  })

  describe('while something is typed', () => {
    const setUp = (typed = { is: true }) => {
      const storage = memoryStorage()
      const clock = { nowMs: startMs }
      const session = createSessionStore(storage, () => clock.nowMs, () => typed.is)
      session.open(sessionUser())
      const reasons: unknown[] = []
      session.subscribe((_user, why) => reasons.push(why))
      return { storage, clock, session, reasons }
    }

    it('pauses the page when the session runs out: no token, but the same user is shown', () => {
      for (const why of ['expired', 'refused', 'unauthorized'] as const) {
        const { session, storage } = setUp()
        session.end(why)
        expect(session.isPaused()).toBe(true)
        expect(session.token()).toBeUndefined()
        expect(session.shownUser()?.email).toBe('a.okafor@harbourclub.example')
        expect(storage.items.size).toBe(0)
      }
    })

    it('goes on when the same user signs in, here or in another tab', () => {
      const { session, storage } = setUp()
      session.end('expired')
      session.open(sessionUser({ token: 'newer' }))
      expect(session.isPaused()).toBe(false)
      session.end('expired')
      storage.setItem('user', JSON.stringify(sessionUser({ token: 'newest' })))
      session.reload()
      expect(session.isPaused()).toBe(false)
      expect(session.token()).toBe('newest')
    })

    it('shows nothing of its user to somebody else who signs in', () => {
      const { session } = setUp()
      session.end('expired')
      session.open(sessionUser({ id: '0195f1de-0000-7000-8000-000000000002' }))
      expect(session.isPaused()).toBe(true)
    })

    it('is left by Logout, whose wish is to leave', () => {
      const { session, reasons } = setUp()
      session.end('logout')
      expect(session.isPaused()).toBe(false)
      expect(reasons).toEqual(['logout'])
    })

    it('can be given up', () => {
      const { session, reasons } = setUp()
      session.end('expired')
      session.leave()
      expect(session.isPaused()).toBe(false)
      expect(reasons).toEqual(['expired', 'logout'])
    })

    it('pauses when another tab ran out, and leaves when another tab logged out', () => {
      const ran = setUp()
      ran.storage.clear()
      ran.session.reload('expired')
      expect(ran.session.isPaused()).toBe(true)
      const left = setUp()
      left.storage.clear()
      left.session.reload('logout')
      expect(left.session.isPaused()).toBe(false)
      expect(left.reasons).toEqual(['other-tab'])
    })

    it('tells other tabs why it ends, and leaves nothing behind', () => {
      const { session, storage } = setUp()
      const written: string[] = []
      storage.setItem = (key, value) => {
        written.push(`${key} ${value}`)
        storage.items.set(key, value)
      }
      session.end('expired')
      expect(written).toEqual(['sessionEnd expired'])
      expect(storage.items.size).toBe(0)
    })

    it('has nothing to wait for when nothing is typed', () => {
      const { session } = setUp({ is: false })
      session.end('expired')
      expect(session.isPaused()).toBe(false)
    })
  })
})
