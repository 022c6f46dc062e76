import { isChange, routeList } from '@clubfolio/contract'
import { expect, test, vi } from 'vitest'
import { createKeptFigures, keptPaths } from './kept-figures.ts'

const accounts = '/v1/api/account/view-my-account/mara'
const request: RequestInit = { method: 'GET', headers: { token: 'secret-4711' } }

/** The part of the browser's stores that is used, readable by the test. */
function makeStores() {
  const all = new Map<string, Map<string, Response>>()
  const stores = {
    open: (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return Promise.resolve({
        match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
        put: (key: string, answer: Response) => Promise.resolve(void entries.set(key, answer)),
      } as unknown as Cache)
    },
    keys: () => Promise.resolve([...all.keys()]),
    delete: (name: string) => Promise.resolve(all.delete(name)),
  }
  return { stores, all }
}

function setUp() {
  const { stores, all } = makeStores()
  const state = { user: 'mara' as string | undefined, isWished: true, isOnline: true, now: 1_000 }
  const send = vi.fn<typeof fetch>(() =>
    state.isOnline ? Promise.resolve(Response.json(['account'])) : Promise.reject(new TypeError('line')),
  )
  const shown: (number | undefined)[] = []
  const kept = createKeptFigures({
    stores,
    send,
    userId: () => state.user,
    isWished: () => state.isWished,
    isOnline: () => state.isOnline,
    nowMs: () => state.now,
    onKept: (atMs) => shown.push(atMs),
    onAnswer: () => shown.push(undefined),
  })
  const ask = (address = accounts, more: RequestInit = {}) => kept.fetch(address, { ...request, ...more })
  const isKept = (user = 'mara') => vi.waitFor(() => expect(all.get(`figures:${user}`)?.size).toBeGreaterThan(0))
  return { state, all, kept, ask, send, shown, isKept }
}

test('without a line the last answer is shown with its time', async () => {
  const { state, ask, shown, isKept } = setUp()
  await ask()
  await isKept()
  state.isOnline = false
  state.now = 9_000
  expect(await (await ask()).json()).toEqual(['account'])
  expect(shown).toEqual([undefined, 1_000])
  state.isOnline = true
  await ask()
  expect(shown.at(-1)).toBeUndefined()
})

test('neither the token nor anything beside the answer is kept', async () => {
  const { all, ask, isKept } = setUp()
  await ask()
  await isKept()
  const stored = [...all.get('figures:mara')!].map(([key, answer]) => [key, ...answer.headers.entries()])
  expect(JSON.stringify(stored)).not.toContain('secret-4711')
})

test('only listed calls are kept, by what they ask', async () => {
  const { state, ask, all, isKept } = setUp()
  await ask('/v1/api/user/find-my-profile')
  await ask('/v1/api/risk/find-portfolio-risk', { method: 'POST', body: '{"accountId":"a"}' })
  await isKept()
  expect(all.get('figures:mara')?.size).toBe(1)
  state.isOnline = false
  await expect(ask('/v1/api/user/find-my-profile')).rejects.toThrow('connection')
  await expect(ask('/v1/api/risk/find-portfolio-risk', { method: 'POST', body: '{"accountId":"b"}' })).rejects.toThrow(
    'connection',
  )
})

test('nothing is kept where the user does not wish it, and what was kept is not shown', async () => {
  const { state, ask, all, isKept } = setUp()
  state.isWished = false
  await ask()
  // Longer than it takes to keep an answer.
  await new Promise((resolve) => setTimeout(resolve))
  expect(all.size).toBe(0)
  state.isWished = true
  await ask()
  await isKept()
  Object.assign(state, { isWished: false, isOnline: false })
  await expect(ask()).rejects.toThrow('connection')
})

test('another user, or nobody, sees nothing, and their sign-in deletes it', async () => {
  const { state, ask, all, kept, isKept } = setUp()
  await ask()
  await isKept()
  for (const user of ['ben', undefined]) {
    Object.assign(state, { user, isOnline: false })
    await expect(ask()).rejects.toThrow('connection')
  }
  await kept.keepOnly('mara')
  expect([...all.keys()]).toContain('figures:mara')
  await kept.keepOnly('ben')
  expect([...all.keys()]).not.toContain('figures:mara')
})

test('an answer that arrives after the sign-out is not kept', async () => {
  const { state, ask, all } = setUp()
  const answer = ask()
  state.user = undefined
  await answer
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(all.get('figures:mara')).toBeUndefined()
})

test('a refusal of the server is the answer, never what was kept', async () => {
  const { ask, send, isKept } = setUp()
  await ask()
  await isKept()
  send.mockResolvedValueOnce(new Response(null, { status: 401 }))
  expect((await ask()).status).toBe(401)
})

test('every listed call exists and only reads, and none answers with a phone number or a file', () => {
  const listed = keptPaths.map((path) => routeList.find(({ route }) => route.path === path)?.route)
  for (const route of listed) {
    expect(route).toBeDefined()
    expect(isChange(route!)).toBe(false)
    expect(route!.download).toBeUndefined()
  }
  expect(keptPaths.filter((path) => /^\/v1\/api\/(user|security|token|profile)\//.test(path))).toEqual([])
})
