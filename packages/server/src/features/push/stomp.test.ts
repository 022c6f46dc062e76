// Messages through a STOMP broker: our own small one always, a real RabbitMQ where it is installed. The same guarantees
// hold with both.
import type { PushChannel, Task } from '@clubfolio/contract'
import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createStompPublisher } from '../../adapters/push/stomp-publisher.ts'
import { taskNamed } from '../../testing/sample-rows.ts'
import { rabbitMissing, startRabbitMq } from '../../testing/rabbitmq.ts'
import { startStompBroker } from '../../testing/stomp-broker.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { startStompForwarder, type StompForwarder } from './forward-to-stomp.ts'
import { raiseMessage } from './raise-message.ts'

const logins = {
  server: { login: 'clubfolio-server', passcode: 'a passcode of the server' },
  browser: { login: 'clubfolio-browser', passcode: 'a passcode of browsers' },
}
const channel = /^\/topic\/clubfolio\.[A-Za-z0-9_-]{43}$/

interface StartedBroker {
  readonly url: string
  stop(): Promise<void>
}

const brokers = [
  {
    name: 'the test broker',
    missing: undefined,
    start: (): Promise<StartedBroker> =>
      startStompBroker([
        { ...logins.server, mayPublish: true, mayHear: /^$/ },
        { ...logins.browser, mayPublish: false, mayHear: channel },
      ]),
  },
  { name: 'RabbitMQ', missing: rabbitMissing, start: (): Promise<StartedBroker> => startRabbitMq(logins) },
] as const

for (const { name, missing, start } of brokers) {
  const title = missing === undefined ? `by ${name}` : `by ${name} (skipped: ${missing})`
  describe.skipIf(missing !== undefined)(`messages ${title}`, () => {
    let broker: StartedBroker
    let app: TestApp
    let other: TestApp
    let forwarders: StompForwarder[]
    let anna: TestUser
    let ben: TestUser
    beforeAll(async () => {
      broker = await start()
      const environment = {
        PUSH_STOMP_URL: broker.url,
        PUSH_STOMP_LOGIN: logins.server.login,
        PUSH_STOMP_PASSCODE: logins.server.passcode,
        PUSH_STOMP_BROWSER_LOGIN: logins.browser.login,
        PUSH_STOMP_BROWSER_PASSCODE: logins.browser.passcode,
      }
      app = await startTestApp({ environment })
      other = await startTestApp({ environment, beside: app })
      anna = await app.signUp(['INVESTORS'])
      ben = await app.signUp(['INVESTORS'])
      forwarders = [app, other].map(({ services }) =>
        startStompForwarder(
          services,
          createStompPublisher({ ...services.config.stomp!, url: services.config.stomp!.serverUrl }),
        ),
      )
    }, 300_000)
    afterAll(async () => {
      await Promise.all(forwarders.map((forwarder) => forwarder.stop()))
      await other.stop()
      await app.stop()
      await broker.stop()
    }, 60_000)

    const raise = (user: TestUser | null, title: string) =>
      raiseMessage(app.services.db, user?.user.id ?? null, { topic: 'task', task: taskNamed(title) })
    const channelOf = async (user: TestUser) => {
      const found = await user.client.push.findChannel()
      if (found.kind !== 'stomp') throw new Error('not by STOMP')
      return found
    }

    /** Connects as a browser does; `heard` collects names of tasks, and the broker's refusal if there is one. */
    async function subscribe(
      { login, passcode, virtualHost }: Extract<PushChannel, { kind: 'stomp' }>,
      destination: string,
    ) {
      const heard: string[] = []
      const positions: number[] = []
      const client = new Client({
        webSocketFactory: () => new WebSocket(broker.url, ['v12.stomp']),
        connectHeaders: { login, passcode, host: virtualHost },
        reconnectDelay: 0,
      })
      const outcome = await new Promise<'listens' | 'refused' | 'no answer'>((resolve) => {
        setTimeout(() => resolve('no answer'), 5_000)
        client.onStompError = () => resolve('refused')
        client.onWebSocketClose = () => resolve('refused')
        client.onConnect = () => {
          client.watchForReceipt('subscribed', () => resolve('listens'))
          client.subscribe(
            destination,
            ({ body }) => {
              const signal = JSON.parse(body) as { type: string; position: number; content: { task: Task } }
              if (signal.type !== 'message') return
              heard.push(signal.content.task.name)
              positions.push(signal.position)
            },
            { receipt: 'subscribed' },
          )
        }
        client.activate()
      })
      return { heard, positions, outcome, client, close: () => client.deactivate({ force: true }) }
    }

    test("each session hears its own messages and everybody's, in order, once, whichever process raised or forwarded them", async () => {
      const [annas, bens] = [await channelOf(anna), await channelOf(ben)]
      expect(annas.destination).toMatch(channel)
      expect(annas.destination).not.toBe(bens.destination)
      const [hers, his] = [await subscribe(annas, annas.destination), await subscribe(bens, bens.destination)]
      expect([hers.outcome, his.outcome]).toEqual(['listens', 'listens'])
      const count = 60
      for (let index = 0; index < count; index++) {
        await raise(index % 2 === 0 ? anna : null, `m${index}`)
        if (index % 7 === 0) void Promise.all(forwarders.map((forwarder) => forwarder.forward()))
      }
      await vi.waitFor(() => expect([hers.heard.length, his.heard.length]).toEqual([count, count / 2]), 20_000)
      expect(hers.heard).toEqual(Array.from({ length: count }, (_, index) => `m${index}`))
      expect(hers.positions).toEqual([...hers.positions].sort((a, b) => a - b))
      await hers.close()
      await his.close()
    }, 40_000)

    test("nobody listens to more than a whole channel's name, and nobody but the server speaks", async () => {
      const found = await channelOf(anna)
      for (const destination of [
        '/topic/#',
        '/topic/clubfolio.#',
        '/topic/clubfolio.*',
        '/exchange/amq.topic/clubfolio.*',
        '/exchange/amq.topic/#',
        '/queue/clubfolio',
        '/topic/other',
      ]) {
        const tried = await subscribe(found, destination)
        expect([destination, tried.outcome]).toEqual([destination, 'refused'])
        await tried.close()
      }
      const speaker = await subscribe(found, found.destination)
      const refused = new Promise<string>((resolve) => {
        speaker.client.onStompError = ({ headers }) => resolve(headers['message'] ?? '')
        speaker.client.onWebSocketClose = () => resolve('closed')
      })
      speaker.client.publish({ destination: found.destination, body: '{}', headers: { receipt: 'sent' } })
      expect(await refused).not.toBe('')
      await speaker.close()
      const stranger = await subscribe({ ...found, passcode: 'guessed' }, found.destination)
      expect(stranger.outcome).toBe('refused')
      await stranger.close()
    }, 40_000)

    test('a session that is over hears nothing any more', async () => {
      const cora = await app.signUp(['INVESTORS'])
      const found = await channelOf(cora)
      const hers = await subscribe(found, found.destination)
      await raise(cora, 'before')
      await vi.waitFor(() => expect(hers.heard).toEqual(['before']), 10_000)
      await cora.client.security.logout()
      await raise(cora, 'after')
      const annas = await channelOf(anna)
      const witness = await subscribe(annas, annas.destination)
      await raise(anna, 'later')
      await vi.waitFor(() => expect(witness.heard).toEqual(['later']), 10_000)
      expect(hers.heard).toEqual(['before'])
      await hers.close()
      await witness.close()
    }, 40_000)
  })
}

test('a broker that was away gets what it missed as soon as it is back', async () => {
  const rights = [
    { ...logins.server, mayPublish: true, mayHear: /^$/ },
    { ...logins.browser, mayPublish: false, mayHear: channel },
  ]
  let broker = await startStompBroker(rights)
  const port = Number(new URL(broker.url).port)
  const app = await startTestApp()
  const anna = await app.signUp(['INVESTORS'])
  const forwarder = startStompForwarder(
    app.services,
    createStompPublisher({ url: broker.url, ...logins.server, virtualHost: '/' }),
  )
  await forwarder.forward()
  await broker.stop()
  await raiseMessage(app.services.db, anna.user.id, { topic: 'task', task: taskNamed('while it was away') })
  await expect(forwarder.forward()).rejects.toThrow('STOMP broker')
  broker = await startStompBroker(rights, port)
  await forwarder.forward()
  expect([...broker.published].every((destination) => channel.test(destination))).toBe(true)
  expect(broker.published.size).toBe(1)
  await forwarder.stop()
  await app.stop()
  await broker.stop()
}, 60_000)
