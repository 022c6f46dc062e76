// Bad tickets, origins and messages at both sockets: unauthorised clients are turned away before the upgrade, malformed
// messages are ignored or close the socket with the policy code, and nothing ends the server.
import { once } from 'node:events'
import { pushSocketPath, quoteSocketPath } from '@clubfolio/contract'
import { WebSocket, type ClientOptions } from 'ws'
import type { TestApp } from '../test-app.ts'
import type { BadVisitor } from './attacked-installation.ts'
import { brokenBodies, heavyValues, pathValues, wrongValues } from './wrong-values.ts'

const hangMs = 20_000

type Opened = { readonly socket: WebSocket } | { readonly status: number }

async function open(url: string, options: ClientOptions): Promise<Opened> {
  const socket = new WebSocket(url, options)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in 20 seconds')), hangMs)
    const finish = (result: Opened): void => {
      clearTimeout(timer)
      resolve(result)
    }
    socket.once('open', () => finish({ socket }))
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      finish({ status: response.statusCode! })
    })
    socket.on('error', () => finish({ status: 0 }))
  })
}

async function ticketOf(app: TestApp, token: string): Promise<string> {
  return (await app.client(token).quote.createTicket()).ticket
}

/** Returns unexpected answers, in words; sends every `every`-th message. */
export async function attackSockets(app: TestApp, visitor: BadVisitor, every = 1): Promise<string[]> {
  const faults: string[] = []
  const origin = app.url
  const at = (path: string, query: string): string => `${app.url.replace('http', 'ws')}${path}${query}`
  await visitor.renew()
  const token = visitor.token!
  for (const path of [quoteSocketPath, pushSocketPath]) {
    for (const value of ['', ...pathValues.map((text) => encodeURIComponent(text).slice(0, 3_000))]) {
      const answer = await open(at(path, `?ticket=${value}`), { origin })
      if (!('status' in answer) || answer.status !== 401)
        faults.push(`${path} with the ticket ${value.slice(0, 60)}: ${'status' in answer ? answer.status : 'opened'}`)
      if ('socket' in answer) answer.socket.terminate()
    }
    for (const wrong of [undefined, 'null', 'http://evil.example', `${origin}.evil.example`, 'file://']) {
      const answer = await open(
        at(path, `?ticket=${await ticketOf(app, token)}`),
        wrong === undefined ? {} : { origin: wrong },
      )
      if (!('status' in answer) || answer.status !== 403)
        faults.push(`${path} from ${wrong ?? 'no origin'}: ${'status' in answer ? answer.status : 'opened'}`)
      if ('socket' in answer) answer.socket.terminate()
    }
    const ticket = await ticketOf(app, token)
    const first = await open(at(path, `?ticket=${ticket}`), { origin })
    const second = await open(at(path, `?ticket=${ticket}`), { origin })
    if (!('socket' in first) || !('status' in second) || second.status !== 401)
      faults.push(`${path}: a ticket opened twice or not at all`)
    if ('socket' in first) first.socket.terminate()
    const messages: (string | Buffer)[] = [
      ...brokenBodies,
      ...wrongValues.flatMap((raw) => [
        raw,
        `{"codes":${raw}}`,
        `{"codes":[${raw}]}`,
        `{"type":"subscribe","codes":[${raw}]}`,
      ]),
      ...heavyValues.slice(0, 4),
      Buffer.from([0, 255, 254, 1]),
      Buffer.alloc(20_000),
    ]
    for (const message of messages.filter((_message, index) => index % every === 0))
      faults.push(
        ...(await speak(
          at(path, `?ticket=${await ticketOf(app, token)}&after=${encodeURIComponent('-1')}`),
          origin,
          message,
        )),
      )
  }
  return faults
}

/** A socket that sends an odd message is closed by policy, size or protocol, or stays open and must answer a ping. */
async function speak(url: string, origin: string, message: string | Buffer): Promise<string[]> {
  const answer = await open(url, { origin })
  const what = `${new URL(url).pathname} told ${message.toString('utf8').slice(0, 80)}`
  if ('status' in answer) return [`${what}: not opened, ${answer.status}`]
  const { socket } = answer
  const closed = once(socket, 'close').then(([code]) => code as number)
  const alive = once(socket, 'pong').then(() => 'alive' as const)
  alive.catch(() => undefined)
  socket.send(message)
  socket.ping()
  let timer: NodeJS.Timeout | undefined
  const outcome = await Promise.race([
    closed,
    alive,
    new Promise<'hang'>((resolve) => (timer = setTimeout(() => resolve('hang'), hangMs))),
  ])
  clearTimeout(timer)
  socket.terminate()
  return outcome === 'alive' || [1003, 1006, 1007, 1008, 1009].includes(outcome as number)
    ? []
    : [`${what}: ${outcome}`]
}
