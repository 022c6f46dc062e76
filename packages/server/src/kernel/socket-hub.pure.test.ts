// What every kind of socket is held to. The sockets are fakes; sessions are a set that the test changes.
import { EventEmitter } from 'node:events'
import type { WebSocket } from '@fastify/websocket'
import { expect, test, vi } from 'vitest'
import { createSocketHub, ticksPerPing, type SocketMember, type SocketUse } from './socket-hub.ts'
import { maxSocketsPerSession } from './socket-limit.ts'

class PlayedSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  pings = 0
  readonly sent: string[] = []
  closedBy: string | undefined
  send(text: string): void {
    this.sent.push(text)
  }
  ping(): void {
    this.pings++
  }
  terminate(): void {
    this.close(1006, 'terminated')
  }
  close(code: number, reason: string): void {
    this.closedBy ??= `${code} ${reason}`
    this.readyState = 3
    this.emit('close')
  }
}

type Member = SocketMember<{ readonly after: unknown }, string>

function startHub(use: Partial<SocketUse<{ readonly after: unknown }, string>> = {}) {
  const live = new Set(['anna', 'ben'])
  const left: Member[] = []
  const faults: string[] = []
  const log = { error: (_facts: object, text: string) => void faults.push(text) }
  const hub = createSocketHub(log, {
    name: 'test',
    mostBufferedBytes: 1_000,
    findGrants: (ids) =>
      Promise.resolve(new Map(ids.flatMap((id) => (live.has(id) ? [[id, `grant of ${id}`] as const] : [])))),
    createState: ({ after }) => ({ after }),
    onLeave: (member) => void left.push(member),
    ...use,
  })
  const join = (sessionId: string, after?: string): PlayedSocket => {
    const socket = new PlayedSocket()
    hub.add(socket as unknown as WebSocket, sessionId, { after })
    return socket
  }
  return { hub, live, left, faults, join }
}

test('a socket ends with its session, the others stay and have what their session grants now', async () => {
  const { hub, live, left, join } = startHub()
  const [anna, ben] = [join('anna', '7'), join('ben')]
  await hub.tick()
  expect([...hub.members()].map(({ grant, state }) => [grant, state.after])).toEqual([
    ['grant of anna', '7'],
    ['grant of ben', undefined],
  ])
  live.delete('anna')
  await hub.tick()
  expect([anna.closedBy, ben.closedBy, hub.count(), left.length]).toEqual(['4401 session over', undefined, 1, 1])
  await hub.stop()
  expect([ben.closedBy, hub.count()]).toEqual(['1006 terminated', 0])
})

test('a session is checked once more before a socket joins; one that cannot join is disconnected', async () => {
  const joined: unknown[] = []
  const { faults, join } = startHub({
    onJoin: async ({ grant, state }) => {
      if (state.after === 'fail') throw new Error('no log')
      joined.push(grant)
      await Promise.resolve()
    },
  })
  const [anna, ended, failing] = [join('anna'), join('nobody'), join('ben', 'fail')]
  await vi.waitFor(() => expect(failing.closedBy).toBe('1006 terminated'))
  expect([anna.closedBy, ended.closedBy, joined, faults.length]).toEqual([
    undefined,
    '4401 session over',
    ['grant of anna'],
    1,
  ])
})

test('a session holds as many sockets as a browser has tabs, and no more', () => {
  const { hub, join } = startHub()
  for (let count = 0; count < maxSocketsPerSession; count++) join('anna')
  expect([join('anna').closedBy, join('ben').closedBy, hub.count()]).toEqual([
    '1008 too many sockets',
    undefined,
    maxSocketsPerSession + 1,
  ])
})

test('a socket says what its use understands, as often as its limit allows', () => {
  const heard: string[] = []
  const receive = (_member: Member, text: string) => text !== 'nonsense' && heard.push(text) > 0
  const { join } = startHub({ messages: { limit: { burst: 2, perSecond: 0 }, receive } })
  const [quick, confused] = [join('anna'), join('ben')]
  for (const text of ['one', 'two', 'three']) quick.emit('message', Buffer.from(text))
  confused.emit('message', Buffer.from('nonsense'))
  const { join: joinSilent } = startHub()
  const silent = joinSilent('anna')
  silent.emit('message', Buffer.from('hello'))
  expect(heard).toEqual(['one', 'two'])
  expect([quick.closedBy, confused.closedBy, silent.closedBy]).toEqual([
    '1008 too many messages',
    '1008 not understood',
    '1008 nothing to say here',
  ])
})

test('a reader that is behind is disconnected by the next text; a patient sender waits until it has taken most', async () => {
  const { hub, join } = startHub()
  const [slow, patient] = [join('anna'), join('ben')]
  const [toSlow, toPatient] = [...hub.members()]
  slow.bufferedAmount = 1_001
  patient.bufferedAmount = 900
  expect([toSlow!.isBehind(), toPatient!.isBehind()]).toEqual([true, false])
  toSlow!.send('text')
  expect([slow.sent, slow.closedBy]).toEqual([[], '1006 terminated'])
  let isTaken = false
  const taken = toPatient!.untilTaken().then(() => (isTaken = true))
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(isTaken).toBe(false)
  patient.bufferedAmount = 250
  await taken
})

test('a socket that answers no ping is disconnected at the next one', async () => {
  const { hub, join } = startHub()
  const [gone, there] = [join('anna'), join('ben')]
  there.ping = () => void there.emit('pong')
  for (let tick = 0; tick < 3 * ticksPerPing; tick++) await hub.tick()
  expect([gone.closedBy, gone.pings, there.closedBy]).toEqual(['1006 terminated', 1, undefined])
})
