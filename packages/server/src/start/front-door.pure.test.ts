// Shutdown as callers see it, over real connections: admitted requests are answered in full, later ones are refused,
// and a caller that keeps its connection open does not keep the process alive.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchFrontDoor } from './front-door.ts'

interface Told {
  readonly text: string
  readonly connection: string | undefined
}

function ask(port: number, path: string, agent: Agent): Promise<Told> {
  return new Promise((resolve, reject) => {
    request({ port, path, agent, host: '127.0.0.1' }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('close', () =>
        answer.complete ? resolve({ text, connection: answer.headers.connection }) : reject(new Error('cut')),
      )
    })
      .on('error', reject)
      .end()
  })
}

async function open() {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const asked: (() => void)[] = []
  const answer: (() => void)[] = []
  app.get('/now', () => 'now')
  app.get('/later', () => {
    asked.shift()?.()
    return new Promise<string>((resolve) => answer.push(() => resolve('later')))
  })
  const door = watchFrontDoor(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    door,
    port: (app.server.address() as AddressInfo).port,
    isAsked: () => new Promise<void>((resolve) => asked.push(resolve)),
    answer: () => answer.shift()?.(),
  }
}

test('a request under way is answered whole, its connection ends with it, and nothing waits for callers that keep theirs', async () => {
  const { door, port, isAsked, answer } = await open()
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(port, '/now', kept)).toEqual({ text: 'now', connection: 'keep-alive' })
  const arrived = isAsked()
  const told = ask(port, '/later', kept)
  await arrived
  const closed = door.close()
  answer()
  expect(await told).toEqual({ text: 'later', connection: 'close' })
  expect(await closed).toBe(0)
  kept.destroy()
})

test('a caller whose answer had begun before the stop gets nothing else, and still does not keep the process', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const rest = new PassThrough()
  app.get('/long', (_request, reply) => reply.send(rest))
  const door = watchFrontDoor(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  rest.write('begun, ')
  const begun = once(app.server, 'request')
  const told = ask((app.server.address() as AddressInfo).port, '/long', kept)
  await begun
  rest.write('gone on, ')
  const closed = door.close()
  rest.end('ended')
  expect((await told).text).toBe('begun, gone on, ended')
  expect(await closed).toBe(0)
  kept.destroy()
})

test('requests that come while the door closes are answered, on kept and on new connections; later ones are refused', async () => {
  const { door, port } = await open()
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  await ask(port, '/now', kept)
  const closed = door.close()
  const together = await Promise.all([
    ask(port, '/now', kept),
    ...Array.from({ length: 20 }, () => ask(port, '/now', new Agent())),
  ])
  expect(together).toEqual(Array.from({ length: 21 }, () => ({ text: 'now', connection: 'close' })))
  expect(await closed).toBe(0)
  await expect(ask(port, '/now', kept)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  kept.destroy()
})
