// Messages between processes: two applications on one database, real sockets, real commits in every order, connections
// that die.
import { EventEmitter } from 'node:events'
import type { WebSocket as Socket } from '@fastify/websocket'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../db/connect.ts'
import type { Task } from '@clubfolio/contract'
import { taskNamed } from '../../testing/sample-rows.ts'
import { listenTo, pushAddress } from '../../testing/push-listener.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { maxMissedMessages } from './find-missed.ts'
import { deleteOldMessages, numberMessages, readLog } from './message-log.ts'
import { createPushHub } from './push-hub.ts'
import { raiseMessage } from './raise-message.ts'

let one: TestApp
let other: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  one = await startTestApp()
  other = await startTestApp({ beside: one })
  anna = await one.signUp(['INVESTORS'])
  ben = await one.signUp(['INVESTORS'])
}, 60_000)
afterAll(async () => {
  await other.stop()
  await one.stop()
})

const raise = (user: TestUser | null, name: string) =>
  raiseMessage(one.services.db, user?.user.id ?? null, { topic: 'task', task: taskNamed(name) })
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `m${from + index}`)

describe('the log', () => {
  test('transactions that commit out of order lose nothing: a late commit gets a late position', async () => {
    const { db } = one.services
    const start = (await numberMessages(db)).last
    const early = connect(one.databaseUrl, () => undefined, 1)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let onWritten: () => void = () => undefined
    const isWritten = new Promise<void>((resolve) => (onWritten = resolve))
    // The transaction that writes first and commits last.
    const slow = early.db.transaction().execute(async (trx) => {
      await raiseMessage(trx, null, { topic: 'task', task: taskNamed('slow') })
      onWritten()
      await held
    })
    await isWritten
    await raise(null, 'quick')
    await numberMessages(db)
    expect((await readLog(db, start, 10)).map(({ position }) => position)).toEqual([start + 1])
    letGo()
    await slow
    await early.close()
    await numberMessages(db)
    const names = (await readLog(db, start, 10)).map(({ position, content }) => [
      position - start,
      (content as { task: Task }).task.name,
    ])
    expect(names).toEqual([
      [1, 'quick'],
      [2, 'slow'],
    ])
  })

  test('forty writers and eight readers that number at the same time make one order without gaps', async () => {
    const { db } = one.services
    const start = (await numberMessages(db)).last
    const seen: number[][] = []
    const read = async () => {
      const mine: number[] = []
      let position = start
      while (mine.length < 400) {
        await numberMessages(other.services.db)
        for (const message of await readLog(other.services.db, position, 50)) mine.push((position = message.position))
      }
      seen.push(mine)
    }
    const write = async (writer: number) => {
      for (let count = 0; count < 10; count++) {
        await db.transaction().execute(async (trx) => {
          await raiseMessage(trx, null, { topic: 'task', task: taskNamed(`w${writer}`) })
          if (count % 3 === 0) await sql`select pg_sleep(0.01)`.execute(trx)
        })
      }
    }
    await Promise.all([...Array.from({ length: 8 }, read), ...Array.from({ length: 40 }, (_, writer) => write(writer))])
    const expected = Array.from({ length: 400 }, (_, index) => start + 1 + index)
    for (const positions of seen) expect(positions).toEqual(expected)
  }, 60_000)

  test('what is rolled back is sent to nobody', async () => {
    const { db } = one.services
    const start = (await numberMessages(db)).last
    await expect(
      db.transaction().execute(async (trx) => {
        await raiseMessage(trx, null, { topic: 'task', task: taskNamed('undone') })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await numberMessages(db)).last).toBe(start)
  })

  test('many notifications of one transaction are one message, and one that was sent before is none', async () => {
    const { db, clock } = one.services
    const start = (await numberMessages(db)).last
    const record = (key: string) => ({
      userId: anna.user.id,
      kind: 'ORDER_FILLED' as const,
      key,
      title: 'Filled',
      text: 'Bought.',
    })
    await db.transaction().execute(async (trx) => {
      for (const key of ['a', 'b', 'c']) await recordNotification(trx, clock, record(key))
    })
    await recordNotification(db, clock, record('a'))
    await numberMessages(db)
    expect((await readLog(db, start, 10)).map(({ userId, topic }) => [userId, topic])).toEqual([
      [anna.user.id, 'notification'],
    ])
  })
})

describe('sockets', () => {
  beforeEach(async () => {
    // Signing up sends notifications; wait until none is in flight.
    await one.services.messages.look()
  })

  test('a message raised in one process reaches the browsers of another, its own user alone or everybody', async () => {
    const [annas, bens] = [await listenTo(other, anna), await listenTo(one, ben)]
    await Promise.all([annas.ready, bens.ready])
    await raise(anna, 'own')
    await raise(null, 'all')
    await vi.waitFor(() => expect([annas.names(), bens.names()]).toEqual([['own', 'all'], ['all']]), 5_000)
    annas.socket.terminate()
    bens.socket.terminate()
  })

  test('a browser that was away gets exactly what it missed, in order, and goes on live', async () => {
    const first = await listenTo(other, anna)
    await first.ready
    for (const name of numbered(0, 3)) await raise(anna, name)
    await vi.waitFor(() => expect(first.names()).toHaveLength(3), 5_000)
    first.socket.terminate()
    await first.closed
    for (const name of numbered(3, 4)) await raise(anna, name)
    // Messages arrive while it catches up.
    const later = Promise.all(numbered(7, 20).map((name) => raise(null, name)))
    const again = await listenTo(one, anna, first.position())
    await later
    await vi.waitFor(() => expect(again.names()).toHaveLength(24), 5_000)
    expect(again.names().slice(0, 4)).toEqual(numbered(3, 4))
    expect([...again.names()].sort()).toEqual(numbered(3, 24).sort())
    const positions = again.heard.flatMap((signal) => (signal.type === 'message' ? [signal.position] : []))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(new Set(positions).size).toBe(positions.length)
    again.socket.terminate()
  })

  test('an answer to a session names the position it contains: what happens afterwards is sent from there on', async () => {
    // The process reads the log from the first connection on.
    const first = await listenTo(one, anna)
    await first.ready
    const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
      const answer = await fetch(one.url + path, { headers })
      return answer.headers.get('push-position')
    }
    const { token } = anna.user
    const recent = '/v1/api/notification/find-recent'
    const before = Number(await ask(recent, { token }))
    expect(before).toBe(first.position())
    await raise(anna, 'while the page loads')
    await vi.waitFor(() => expect(first.names()).toEqual(['while the page loads']), 5_000)
    const second = await listenTo(other, anna, before)
    await second.ready
    expect(second.names()).toEqual(['while the page loads'])
    expect(Number(await ask(recent, { token }))).toBe(before + 1)
    expect(await ask(recent, {})).toBeNull()
    expect(await ask('/v1/api/security/find-oidc-provider', {})).toBeNull()
    for (const { socket } of [first, second]) socket.terminate()
  })

  test('a browser that missed too much, or comes with a position that is out of the log or of another log, is asked to read everything again', async () => {
    const { db } = one.services
    const head = (await numberMessages(db)).last
    await sql`insert into push_message (user_id, topic, content) select ${anna.user.id}::uuid, 'notification', '{"topic":"notification"}' from generate_series(0, ${maxMissedMessages})`.execute(
      db,
    )
    const far = await listenTo(one, anna, head)
    await far.ready
    expect(far.heard.map(({ type }) => type)).toEqual(['reload', 'position'])
    const strange = await listenTo(one, anna, 1_000_000_000)
    await strange.ready
    expect(strange.heard[0]!.type).toBe('reload')
    await sql`update push_message set raised_at = raised_at - interval '2 hours'`.execute(db)
    expect(await deleteOldMessages(db, 200)).toBeGreaterThan(maxMissedMessages)
    const old = await listenTo(one, anna, head)
    await old.ready
    expect(old.heard[0]!.type).toBe('reload')
    await raise(anna, 'after')
    await vi.waitFor(
      () => expect([far, strange, old].map((listener) => listener.names())).toEqual([['after'], ['after'], ['after']]),
      5_000,
    )
    for (const { socket } of [far, strange, old]) socket.terminate()
  })

  test('the connection that hears the bell dies: nothing is lost', async () => {
    const listener = await listenTo(other, anna)
    await listener.ready
    const { rows } =
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clubfolio bell'`.execute(
        one.services.db,
      )
    expect(rows.length).toBeGreaterThan(0)
    for (const name of numbered(0, 5)) await raise(anna, name)
    await vi.waitFor(() => expect(listener.names()).toEqual(numbered(0, 5)), 10_000)
    listener.socket.terminate()
  })

  test('a browser that does not keep up is dropped, holds nobody up, and catches up when it comes back', async () => {
    const [slow, quick] = [await listenTo(one, anna), await listenTo(one, anna)]
    await Promise.all([slow.ready, quick.ready])
    slow.socket.pause()
    const bulk = 'x'.repeat(60_000)
    const count = 300
    let sent = 0
    // The operating system buffers some megabytes before our own buffer grows.
    while (sent < count) {
      await raiseMessage(one.services.db, anna.user.id, {
        topic: 'task',
        task: { ...taskNamed(`s${sent}`), error: bulk },
      })
      sent++
      await vi.waitFor(() => expect(quick.names()).toHaveLength(sent), 5_000)
    }
    slow.socket.resume()
    await slow.closed
    expect(slow.names().length).toBeLessThan(count)
    const again = await listenTo(other, anna, slow.position())
    await vi.waitFor(
      () =>
        expect([...slow.names(), ...again.names()]).toEqual(Array.from({ length: count }, (_, index) => `s${index}`)),
      20_000,
    )
    quick.socket.terminate()
    again.socket.terminate()
  }, 60_000)

  test('a message reaches only holders of its key, as they are at that moment', async () => {
    const cora = await one.signUp(['INVESTORS'])
    const hub = createPushHub(one.services)
    const sent: string[] = []
    const socket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text: string) => sent.push(text),
      terminate: () => undefined,
      close: () => undefined,
      ping: () => undefined,
    })
    const session = await one.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', cora.user.id)
      .executeTakeFirstOrThrow()
    const { position } = await cora.client.push.findMissed({ params: { after: null } })
    hub.add(socket as unknown as Socket, session.id, { after: String(position) })
    await vi.waitFor(() => expect(sent).toHaveLength(1), 5_000)
    await raise(cora, 'before')
    await vi.waitFor(() => expect(sent).toHaveLength(2), 5_000)
    await sql`delete from user_group_member where user_id = ${cora.user.id}`.execute(one.services.db)
    await hub.tick()
    await raise(cora, 'after')
    await one.services.messages.look()
    expect(sent).toHaveLength(2)
    expect((await cora.client.push.findMissed({ params: { after: position } })).result).toEqual([])
    await hub.stop()
  })

  test('a socket needs a ticket, our own origin, ends with its session, and has nothing to say', async () => {
    const knock = (address: string, origin?: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(address, origin === undefined ? {} : { origin })
        socket.on('error', () => undefined)
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        socket.on('open', () => resolve(101))
      })
    const ticket = async () => (await anna.client.quote.createTicket()).ticket
    expect(await knock(pushAddress(one, 'made-up'), one.url)).toBe(401)
    expect(await knock(pushAddress(one, await ticket()))).toBe(403)
    expect(await knock(pushAddress(one, await ticket()), 'https://elsewhere.example')).toBe(403)
    const once = await ticket()
    const opened = new WebSocket(pushAddress(one, once), { origin: one.url })
    await new Promise((resolve) => opened.once('open', resolve))
    expect(await knock(pushAddress(one, once), one.url)).toBe(401)
    opened.terminate()

    const dora = await one.signUp(['INVESTORS'])
    const talking = await listenTo(one, dora)
    talking.socket.send('hello')
    expect(await talking.closed).toBe(1008)
    const leaving = await listenTo(other, dora)
    await leaving.ready
    await dora.client.security.logout()
    expect(await leaving.closed).toBe(4401)
  })

  test('what was missed also comes by an ordinary call', async () => {
    const { position } = await anna.client.push.findMissed({ params: { after: null } })
    await raise(anna, 'mine')
    await raise(ben, 'not mine')
    await raise(null, "everybody's")
    const missed = await anna.client.push.findMissed({ params: { after: position } })
    expect(missed.result.map(({ content }) => (content.topic === 'task' ? content.task.name : content.topic))).toEqual([
      'mine',
      "everybody's",
    ])
    expect(await anna.client.push.findMissed({ params: { after: missed.position } })).toEqual({
      position: missed.position,
      isReload: false,
      result: [],
    })
  })
})
