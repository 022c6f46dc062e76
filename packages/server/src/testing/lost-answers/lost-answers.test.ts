// Every effect of the contract with lost answers, over the real path of a request (session, key, transaction, record)
// with handlers that only count: the finally reported fate is what happened, once or not at all.
import Fastify, { type FastifyInstance } from 'fastify'
import { routeList, type NamedRoute } from '@clubfolio/contract'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller, Handlers } from '../../kernel/handler.ts'
import { answerFailure, bindRoutes } from '../../kernel/http.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { logUndeclaredRefusal } from '../../kernel/undeclared-refusal.ts'
import { requestHandlers } from '../../routes/request.ts'
import { sampleInput, type KnownWords } from '../bad-input/sample-input.ts'
import { seededRandom } from '../seeded-random.ts'
import { startTestApp, type TestApp, type TestUser } from '../test-app.ts'
import { type FaultProxy, startFaultProxy, wireFaults } from './fault-proxy.ts'
import { dropAnswer } from './lose-answer.ts'
import { type LossyBrowser, MapStorage, openLossyBrowser } from './lossy-browser.ts'

let app: TestApp
let counting: FastifyInstance
let proxy: FaultProxy
let person: TestUser

const someId = '00000000-0000-7000-8000-000000000000'
const words: KnownWords = {
  ids: {},
  groupId: someId,
  permissionId: someId,
  userId: someId,
  code: 'ACME',
  reportFilter: [],
}
/** Orders keep their own record: their answers are lost at the paper brokerage, in lost-orders.test.ts. */
const effects = routeList.filter(({ route }) => route.effect !== undefined && route.effect !== 'own')

beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  const { db, clock } = app.services
  counting = Fastify()
  counting.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  const count =
    (named: NamedRoute) =>
    async ({
      trx,
      caller,
      file,
    }: {
      trx: Trx | undefined
      caller: Caller
      file: AsyncIterable<unknown> | undefined
    }) => {
      if (file) for await (const part of file) void part
      await writeAudit(trx ?? db, clock, {
        actorId: null,
        action: 'lost.effect',
        objectType: 'request',
        objectId: caller.requestKey ?? newId(clock),
      })
      return z.decode(
        named.route.reply,
        sampleInput({ ...named, route: { ...named.route, body: named.route.reply } }, words).body,
      )
    }
  const groups = new Map<string, Record<string, unknown>>()
  for (const named of routeList) groups.set(named.group, { ...groups.get(named.group), [named.name]: count(named) })
  groups.set('request', { ...requestHandlers })
  bindRoutes(
    counting,
    { services: app.services, secureCookies: false, onUndeclaredRefusal: logUndeclaredRefusal },
    Object.fromEntries(groups) as unknown as Handlers,
  )
  proxy = await startFaultProxy(await counting.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await proxy.stop()
  await counting.close()
  await app.stop()
})

/** Samples of id lists come as lists of lists where an id is a known word. */
const withPlainLists = <Sample>(input: Sample): Sample =>
  JSON.parse(JSON.stringify(input).replaceAll(/\[\[("[0-9a-f-]{36}")\]\]/g, '[$1]')) as Sample

const countEffects = async (key: string): Promise<number> =>
  (
    await app.services.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'lost.effect')
      .where('object_id', '=', key)
      .execute()
  ).length

function ask({ group, name, route }: NamedRoute) {
  const { params, body } = withPlainLists(sampleInput({ group, name, route }, words))
  const decoded = {
    ...(route.params ? { params: z.decode(route.params, params) } : {}),
    ...(route.body ? { body: z.decode(route.body, body) } : {}),
    ...(route.upload ? { file: new Blob(['Date,Close']) } : {}),
  }
  return (client: LossyBrowser['client'], options: object) =>
    (client as unknown as Record<string, Record<string, (input: unknown, options: object) => Promise<unknown>>>)[
      group
    ]![name]!(decoded, options)
}

const seed = 20_261_123
const random = seededRandom(seed)

const named = effects.map((effect) => [`${effect.group}.${effect.name}`, effect] as const)

describe(`lost answers, seed ${seed}`, () => {
  test.each(named)('%s happens once or not at all, as it is reported', async (_call, named) => {
    const told: string[] = []
    proxy.cutQuestions(4)
    // Each effect meets every fault in turn; in half of the rounds the tab is reloaded midway.
    for (const fault of wireFaults) {
      const isReloaded = random() < 0.5
      // An upload has no time limit, so an answer that never comes is ended by a reload.
      const neverEnds = named.route.upload === true && (fault === 'late' || fault === 'arrives-late')
      const {
        fate,
        keys,
        words: last,
      } = await dropAnswer({
        proxy,
        fault,
        timeoutMs: 60,
        ask: ask(named),
        reloadAfterMs: isReloaded || neverEnds ? Math.floor(random() * 40) + 1 : undefined,
        person: { url: proxy.url, userId: person.user.id, token: person.user.token, nowMs: () => app.clock.nowMs() },
      })
      await proxy.deliver()
      const happened = await countEffects(keys[0] ?? 'none')
      if (keys.length > 1 || happened !== (fate === 'done' ? 1 : 0))
        told.push(
          `${fault}${isReloaded ? ', reloaded' : ''}: told ${fate} (${last}), happened ${happened} times under ${keys.length} keys`,
        )
    }
    expect(told).toEqual([])
  })
})

test('offline no effect of the contract is sent, written down, or sent later', async () => {
  const all = routeList.filter(({ route }) => route.effect !== undefined)
  const storage = new MapStorage()
  let isOnline = false
  const browser = await openLossyBrowser({
    url: proxy.url,
    storage,
    userId: person.user.id,
    token: person.user.token,
    nowMs: () => app.clock.nowMs(),
    isOnline: () => isOnline,
  })
  const before = proxy.calls()
  const words = await Promise.all(
    all.map((effect) =>
      ask(effect)(browser.client, {}).then(
        () => 'sent',
        (error: unknown) => (error as Error).message,
      ),
    ),
  )
  expect(words).toEqual(all.map(() => 'You are offline. Nothing was sent.'))
  isOnline = true
  const later = await openLossyBrowser({
    url: proxy.url,
    storage,
    userId: person.user.id,
    token: person.user.token,
    nowMs: () => app.clock.nowMs(),
  })
  await later.settled()
  browser.close()
  later.close()
  expect([proxy.calls() - before, storage.length]).toEqual([0, 0])
})
