// Every effect of the route table, twenty-four times at once with a pool of ten: an effect that took a second
// connection while holding one would wait for the others, which wait for it, and the server would never answer again.
import { fillPath, routeList, type NamedRoute } from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeVisitors, type BadVisitor } from './bad-input/attacked-installation.ts'
import { sampleInput } from './bad-input/sample-input.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

const copies = 24

let app: TestApp
let other: TestUser
let visitors: BadVisitor[]
beforeAll(async () => {
  app = await startTestApp()
  other = await app.signUp(['MANAGERS'])
  visitors = await makeVisitors(app, {
    member: await app.signUp(['INVESTORS']),
    manager: await app.signUp(['MANAGERS']),
    administrator: await app.signUp(['ADMINISTRATORS']),
  })
})
afterAll(() => app.stop())

const effects = routeList
  .filter(({ route }) => route.effect)
  .map((named) => ({ title: `${named.group}.${named.name}`, named }))
/** There is no brokerage here: a call that needs one is refused with that reason. */
const isAnswer = (outcome: string) => !outcome.startsWith('5') || outcome === '503 brokerUnavailable'
const isOfAdministrators = ({ group }: NamedRoute) => /^(group|permission|userAdmin|market)$/.test(group)

async function ask(named: NamedRoute, visitor: BadVisitor): Promise<string> {
  const { params, body } = sampleInput(named, visitor.words)
  const response = await fetch(app.url + fillPath(named.route.path, params), {
    method: named.route.method,
    headers: { token: visitor.token!, 'content-type': 'application/json' },
    ...(named.route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const answer = (await response.json()) as { refusal?: string }
  return `${response.status} ${answer.refusal ?? ''}`.trim()
}

describe.each(effects)('$title', ({ named }) => {
  test('twenty-four at once are all answered, and so are health and another user', async () => {
    const visitor = visitors.find(({ name }) => name === (isOfAdministrators(named) ? 'administrator' : 'manager'))!
    const asked = Array.from({ length: copies }, () => ask(named, visitor))
    const [health, seen] = await Promise.all([fetch(`${app.url}/health`), other.client.watchlist.findAll()])
    expect([health.status, seen]).toEqual([200, []])
    const outcomes = new Set(await Promise.all(asked))
    expect([...outcomes].filter((outcome) => !isAnswer(outcome))).toEqual([])
  })
})

test.each([
  { group: 'member', most: 3 },
  { group: 'watchlist', most: 5 },
])(
  '$most of the effects of one user are at work at once, of $group here; the others wait without a connection',
  async ({ group, most }) => {
    const visitor = visitors.find(({ name }) => name === 'manager')!
    const create = effects.find(({ title }) => title === `${group}.create`)!.named
    const waitingForLock = async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.services.db,
      )
      return rows[0]!.count
    }
    // A list left by another test would be refused for its name instead of waiting.
    await app.services.db.deleteFrom('watchlist').execute()
    const holder = await app.services.pool.connect()
    try {
      await holder.query('begin')
      // Lists can be read meanwhile, but not written.
      await holder.query(`lock table ${group} in exclusive mode`)
      const asked = Array.from({ length: copies }, () => ask(create, visitor))
      await vi.waitUntil(async () => (await waitingForLock()) >= most, { timeout: 10_000, interval: 20 })
      for (let round = 0; round < 10; round++) expect(await other.client.watchlist.findAll()).toEqual([])
      expect(await waitingForLock()).toBe(most)
      await holder.query('rollback')
      expect((await Promise.all(asked)).filter((outcome) => !isAnswer(outcome))).toEqual([])
    } finally {
      holder.release()
    }
  },
)

test('a request that finds every connection in use is refused as busy, and health still answers', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => app.services.pool.connect()))
  try {
    const refused = other.client.watchlist.findAll().catch((error: unknown) => error)
    expect((await fetch(`${app.url}/health`)).status).toBe(200)
    expect(await refused).toMatchObject({ body: { code: 503, refusal: 'busy' } })
  } finally {
    for (const client of taken) client.release()
  }
  await sql`select 1`.execute(app.services.db)
  expect(await other.client.watchlist.findAll()).toEqual([])
})
