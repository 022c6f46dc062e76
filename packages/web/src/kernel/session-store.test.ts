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

const stranger = sessionUser({ id: '0195f1de-0000-7000-8000-000000000002', firstName: 'Ben', token: 'of Ben' })

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
      'id',
      'firstName',
      'lastName',
      'email',
      'token',
      'tokenExpire',
      'permissions',
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

  describe('when storage names another user', () => {
    const setUp = () => {
      const storage = memoryStorage()
      const session = createSessionStore(storage, () => startMs)
      session.open(sessionUser())
      const told: unknown[] = []
      session.subscribe((user, why) => told.push([user?.firstName, why]))
      const signInElsewhere = () => storage.setItem('user', JSON.stringify(stranger))
      return { storage, session, told, signInElsewhere }
    }
    const end = [undefined, 'other-user']
    /** State of the page, and how often listeners were notified that it is over. */
    const stateOf = ({ session, told }: ReturnType<typeof setUp>) => [
      session.user(),
      session.token(),
      session.shownUser(),
      session.isPaused(),
      session.callerId(),
      told.filter((one) => JSON.stringify(one) === JSON.stringify(end)).length,
      told.at(-1),
    ]
    const over = [undefined, undefined, undefined, false, null, 1, end]

    it('is over, whichever event tells it first, and also when none does', () => {
      for (const order of [
        'both events',
        'only the last event',
        'a call',
        'an answer',
        'logged out, then an event',
        'signed in here',
      ] as const) {
        const tab = setUp()
        if (order === 'both events') {
          tab.storage.clear()
          tab.session.reload('logout')
        }
        if (order === 'logged out, then an event') tab.session.end('logout')
        if (order === 'signed in here') tab.session.open(stranger)
        else tab.signInElsewhere()
        if (order === 'a call') tab.session.token()
        else if (order === 'an answer') tab.session.callerId()
        else tab.session.reload()
        expect(stateOf(tab)).toEqual(over)
        tab.session.reload()
        expect(stateOf(tab)).toEqual(over)
      }
    })

    it('touches nothing of the other one: no end, no renewed expiry, no return of the first', () => {
      for (const act of [
        ({ session }: ReturnType<typeof setUp>) => session.end('refused'),
        ({ session }: ReturnType<typeof setUp>) => session.end('expired'),
        ({ session }: ReturnType<typeof setUp>) => session.end('logout'),
        ({ session }: ReturnType<typeof setUp>) => session.renew(sessionUser({ tokenExpire: startMs + 90_000 })),
      ]) {
        const tab = setUp()
        tab.signInElsewhere()
        act(tab)
        expect(JSON.parse(tab.storage.items.get('user') ?? '{}')).toMatchObject({ firstName: 'Ben', token: 'of Ben' })
        expect(stateOf(tab)).toEqual(over)
        tab.storage.setItem('user', JSON.stringify(sessionUser()))
        tab.session.reload()
        expect(stateOf(tab)).toEqual(over)
      }
    })

    it('goes on where the same user signed in again meanwhile', () => {
      const tab = setUp()
      tab.storage.clear()
      tab.storage.setItem('user', JSON.stringify(sessionUser({ token: 'newer' })))
      expect([tab.session.token(), tab.session.user()?.firstName]).toEqual(['newer', 'Adaeze'])
      expect(tab.told).toEqual([['Adaeze', undefined]])
    })

    it('does not end a session that another tab prolonged while this one slept', () => {
      let nowMs = startMs
      const storage = memoryStorage()
      const session = createSessionStore(storage, () => nowMs)
      session.open(sessionUser())
      storage.setItem('user', JSON.stringify(sessionUser({ tokenExpire: startMs + 120_000 })))
      nowMs = startMs + 61_000
      session.end('expired')
      expect(session.token()).toBe('secret')
      expect(storage.items.has('user')).toBe(true)
    })
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
      const session = createSessionStore(
        storage,
        () => clock.nowMs,
        () => typed.is,
      )
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

    it('is over when somebody else signs in', () => {
      const { session, reasons } = setUp()
      session.end('expired')
      session.open(stranger)
      expect(session.isPaused()).toBe(false)
      expect(session.shownUser()).toBeUndefined()
      expect(reasons).toEqual(['expired', 'other-user'])
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
