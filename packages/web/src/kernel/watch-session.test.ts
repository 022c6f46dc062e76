import type { SessionUser } from '@clubfolio/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionStore, type SessionEnd } from './session-store.ts'
import { watchSession, type SessionWatch } from './watch-session.ts'

const startMs = Date.parse('2026-03-04T15:00:00Z')
const minuteMs = 60_000

const signedIn: SessionUser = {
  id: '0195f1de-0000-7000-8000-000000000001',
  firstName: 'Adaeze',
  lastName: 'Okafor',
  email: 'a.okafor@harbourclub.example',
  isSystem: false,
  token: 'secret',
  tokenExpire: startMs + 30 * minuteMs,
  permissions: [],
}

function setUp(
  server: {
    user?: () => Promise<SessionUser>
    touch?: () => Promise<{ tokenExpire: number }>
    isOnline?: () => boolean
  } = {},
) {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    clear: () => items.clear(),
  }
  const session = createSessionStore(storage, Date.now)
  session.open(signedIn)
  const ends: SessionEnd[] = []
  session.subscribe((_user, why) => why && ends.push(why))
  const warnings: (number | undefined)[] = []
  let touches = 0
  const watch: SessionWatch = watchSession({
    session,
    fetchUser: server.user ?? (() => Promise.resolve(session.user() ? { ...signedIn, ...session.user() } : signedIn)),
    touch: () => {
      touches++
      return server.touch?.() ?? Promise.resolve({ tokenExpire: Date.now() + 30 * minuteMs })
    },
    onExpiring: (expireMs) => warnings.push(expireMs),
    isOnline: server.isOnline ?? (() => true),
    nowMs: Date.now,
  })
  return { session, ends, warnings, watch, touchCount: () => touches }
}

describe('an open session', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: startMs })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends by itself at the moment of expiry', async () => {
    const { ends, session } = setUp()
    await vi.advanceTimersByTimeAsync(30 * minuteMs - 1)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual(['expired'])
    expect(session.token()).toBeUndefined()
  })

  it('warns one minute before its expiry, and stays when asked to', async () => {
    const { warnings, watch, ends } = setUp()
    await vi.advanceTimersByTimeAsync(29 * minuteMs)
    expect(warnings.at(-1)).toBe(signedIn.tokenExpire)
    expect(await watch.stay()).toBe(true)
    expect(warnings.at(-1)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(5 * minuteMs)
    expect(ends).toEqual([])
  })

  it('says when staying did not make it longer', async () => {
    const { watch } = setUp({ touch: () => Promise.resolve({ tokenExpire: signedIn.tokenExpire }) })
    await vi.advanceTimersByTimeAsync(29 * minuteMs)
    expect(await watch.stay()).toBe(false)
  })

  it('ends when the current-user call fails', async () => {
    const { ends } = setUp({ user: () => Promise.reject(new Error('401')) })
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(ends).toEqual(['refused'])
  })

  it('ends when the current user comes back without an id', async () => {
    const { ends } = setUp({ user: () => Promise.resolve({ ...signedIn, id: '' }) })
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(ends).toEqual(['refused'])
  })

  it('takes over another expiry of the same token and moves its own end', async () => {
    const later = startMs + 45 * minuteMs
    const { session, ends } = setUp({ user: () => Promise.resolve({ ...signedIn, tokenExpire: later }) })
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(session.user()?.tokenExpire).toBe(later)
    await vi.advanceTimersByTimeAsync(30 * minuteMs)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(14 * minuteMs)
    expect(ends).toEqual(['expired'])
  })

  it('takes over the permissions that a group has gained', async () => {
    const { session } = setUp({ user: () => Promise.resolve({ ...signedIn, permissions: [{ nameKey: 'VD' }] }) })
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(session.user()?.permissions).toEqual([{ nameKey: 'VD' }])
  })

  it('leaves the stored user alone when the answer carries another token', async () => {
    const { session } = setUp({
      user: () => Promise.resolve({ ...signedIn, token: 'other', tokenExpire: startMs + 99 * minuteMs }),
    })
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(session.user()?.tokenExpire).toBe(signedIn.tokenExpire)
  })

  it('asks nothing while the browser is offline', async () => {
    const { ends } = setUp({ user: () => Promise.reject(new Error('offline')), isOnline: () => false })
    await vi.advanceTimersByTimeAsync(3 * minuteMs)
    expect(ends).toEqual([])
  })

  it('reports use at most once a minute', async () => {
    const { watch, touchCount } = setUp()
    watch.noteUse()
    watch.noteUse()
    await vi.advanceTimersByTimeAsync(minuteMs - 1)
    watch.noteUse()
    expect(touchCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    watch.noteUse()
    expect(touchCount()).toBe(2)
  })

  it('does nothing more after it was ended', async () => {
    const { session, ends, watch, touchCount } = setUp({ user: () => Promise.reject(new Error('401')) })
    session.end('logout')
    watch.noteUse()
    await vi.advanceTimersByTimeAsync(60 * minuteMs)
    expect(ends).toEqual(['logout'])
    expect(touchCount()).toBe(0)
  })
})
