// How a slow, failing or stalled part affects everybody else's messages. The broker is a fake, because it has to be
// slow on purpose.
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStompPublisher } from '../../adapters/push/stomp-publisher.ts'
import type { Publication, PushPublisher } from '../../adapters/push/port.ts'
import { openSession } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { startStompBroker } from '../../testing/stomp-broker.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { startStompForwarder, type StompForwarder } from './forward-to-stomp.ts'
import { raiseMessage } from './raise-message.ts'

let app: TestApp
let anna: TestUser
const sessions = 60

beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  await inTransaction(app.services.db, async (trx) => {
    for (let index = 1; index < sessions; index++)
      await openSession(trx, app.services.clock, { userId: anna.user.id, address: '127.0.0.1', userAgent: 'test' })
  })
}, 60_000)
afterAll(() => app.stop(), 60_000)

const raise = () => raiseMessage(app.services.db, anna.user.id, { topic: 'alert' })

type Take = (publications: readonly Publication[]) => Promise<void>
const playedBroker = (publish: Take): PushPublisher => ({
  publish: (publications) => (publications.length === 0 ? Promise.resolve() : publish(publications)),
  stop: () => Promise.resolve(),
})

/** Only the messages; the position signal also goes to everybody. */
const positionsOf = (publications: readonly Publication[]): number[] =>
  publications.flatMap(({ body }) => {
    const signal = JSON.parse(body) as { type: string; position: number }
    return signal.type === 'message' ? [signal.position] : []
  })

async function forwarding(
  publish: Take,
  work: (forwarder: StompForwarder) => Promise<void>,
  stillMs?: number,
): Promise<void> {
  const forwarder = startStompForwarder(app.services, playedBroker(publish), stillMs)
  try {
    await work(forwarder)
  } finally {
    await forwarder.stop()
  }
}

test('a broker that fails again and again still gets on, because what it took never goes out again', async () => {
  const messages = 40
  for (let index = 0; index < messages; index++) await raise()
  const taken: number[] = []
  const sizes: number[] = []
  let lots = 0
  const everySecondFails: Take = (publications) => {
    sizes.push(publications.length)
    if (++lots % 2 === 0) return Promise.reject(new Error('the STOMP broker did not take the messages'))
    taken.push(...positionsOf(publications))
    return Promise.resolve()
  }
  await forwarding(everySecondFails, async (forwarder) => {
    // A try finds the lock taken while the server has not noticed yet that the connection of a failed one is closed.
    for (let tries = 0; tries < 500 && new Set(taken).size < messages; tries++)
      await forwarder.forward().catch(() => undefined)
  })
  // Memory and broker time are needed for one lot, not for everything at once.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  expect(new Set(taken).size).toBe(messages)
  expect(taken).toEqual([...taken].sort((a, b) => a - b))
  expect(taken.length).toBe(messages * sessions)
}, 60_000)

test('one message that the broker refuses for good holds up none of the later ones; administrators are notified once', async () => {
  const { db } = app.services
  const administrator = await app.signUp(['ADMINISTRATORS'])
  const broker = await startStompBroker([{ login: 'server', passcode: 'server', mayPublish: true, mayHear: /^$/ }])
  const forwarder = startStompForwarder(
    app.services,
    createStompPublisher({ url: broker.url, login: 'server', passcode: 'server', virtualHost: '/' }),
  )
  /** The accepted positions, in order. */
  const taken = (type: string): number[] => [
    ...new Set(
      broker.bodies
        .map((body) => JSON.parse(body) as { type: string; position: number })
        .filter((one) => one.type === type)
        .map(({ position }) => position),
    ),
  ]
  try {
    await forwarder.forward()
    broker.bodies.length = 0
    const { last } = await db.selectFrom('push_head').select('last').executeTakeFirstOrThrow()
    const first = Number(last) + 1
    broker.refuses = (body) => body.includes(`"type":"message","position":${first + 2},`)
    for (let index = 0; index < 6; index++) await raise()
    await vi.waitFor(async () => {
      await forwarder.forward().catch(() => undefined)
      expect(taken('message')).toContain(first + 5)
    }, 20_000)
    expect(taken('message').filter((position) => position < first + 6)).toEqual([
      first,
      first + 1,
      first + 3,
      first + 4,
      first + 5,
    ])
    // The clients that should have received it reload their pages.
    expect(taken('reload')).toEqual([first + 2])
    expect(broker.bodies.filter((body) => body.includes('reload'))).toHaveLength(sessions)
    const words = () =>
      db
        .selectFrom('notification')
        .select('text')
        .where('user_id', '=', administrator.user.id)
        .where('kind', '=', 'JOB_FAILED')
        .execute()
    expect(await words()).toEqual([{ text: expect.stringContaining(`refused message ${first + 2} again`) }])

    // A second one within the hour is set aside without another notification.
    broker.refuses = (body) => body.includes(`"type":"message","position":${first + 8},`)
    for (let index = 0; index < 6; index++) await raise()
    await vi.waitFor(async () => {
      await forwarder.forward().catch(() => undefined)
      expect(taken('message')).toContain(first + 11)
    }, 20_000)
    expect(await words()).toHaveLength(1)
  } finally {
    await forwarder.stop()
    await broker.stop()
  }
}, 60_000)

test('while the broker is away the bell may ring as often as it likes', async () => {
  let tries = 0
  const away: Take = () => {
    tries++
    return Promise.reject(new Error('the connection to the STOMP broker ended'))
  }
  await forwarding(away, async () => {
    await vi.waitFor(() => expect(tries).toBe(1), 10_000)
    for (let rings = 0; rings < 60; rings++) {
      await raise()
      await app.services.messages.look()
      await setImmediate()
    }
    expect(tries).toBeLessThan(10)
  })
}, 60_000)

test('a process that pauses in the middle of handing over loses its turn to another one', async () => {
  let goOn: () => void = () => undefined
  const still = new Promise<void>((resolve) => (goOn = resolve))
  let isStill = false
  const standStill: Take = () => {
    isStill = true
    return still
  }
  await raise()
  const heard: number[] = []
  await forwarding(
    standStill,
    async () => {
      await vi.waitFor(() => expect(isStill).toBe(true), 10_000)
      const takeAll: Take = (publications) => {
        heard.push(...positionsOf(publications))
        return Promise.resolve()
      }
      await forwarding(takeAll, async (other) => {
        await vi.waitFor(async () => {
          await other.forward()
          expect(heard.length).toBeGreaterThanOrEqual(sessions)
        }, 20_000)
      })
      goOn()
    },
    500,
  )
}, 60_000)
