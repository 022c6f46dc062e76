// More concurrent calls and slow bodies than the limits, over real HTTP.
import { request } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerFailure } from './http.ts'
import { limitCallsAtOnce, type GateLimits } from './request-gate.ts'

let app: FastifyInstance
let url: string
let waiting: (() => void)[]
let begun: number
let uploads: number
let sockets: Socket[]

async function start(limits: Partial<GateLimits>): Promise<void> {
  waiting = []
  begun = 0
  uploads = 0
  sockets = []
  app = Fastify({ forceCloseConnections: true, trustProxy: true })
  app.setErrorHandler((error, asked, reply) => answerFailure(error, asked, reply))
  app.addHook('onRequest', (_request, _reply, done) => {
    begun++
    done()
  })
  limitCallsAtOnce(app, limits)
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.get('/v1/slow', () => new Promise((resolve) => waiting.push(() => resolve({ isDone: true }))))
  app.get('/v1/quick', () => ({ isDone: true }))
  app.post('/v1/save', ({ body }) => body)
  app.post('/v1/upload', async ({ body }) => {
    uploads++
    let bytes = 0
    for await (const part of body as Readable) bytes += (part as Buffer).length
    return { bytes }
  })
  app.get('/page', () => 'a page')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const untilAtWork = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count))
const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status

interface HeldBack {
  readonly socket: Socket
  heard: string
  /** Sends the rest of the body. */
  complete(): void
}

/** Sends a call with the first byte of its body. */
function holdBack({ path = '/v1/save', type = 'application/json', from = '203.0.113.7' } = {}): HeldBack {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const held: HeldBack = { socket, heard: '', complete: () => socket.write('"a": 1.0}') }
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.on('data', (part) => (held.heard += part.toString()))
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `x-forwarded-for: ${from}`, `content-type: ${type}`]
  socket.write(`${[...head, 'content-length: 10'].join('\r\n')}\r\n\r\n{`)
  return held
}

const untilHeard = (held: HeldBack, text: string) => vi.waitFor(() => expect(held.heard).toContain(text))

/** Holds bodies back from one address until each of them counts. */
async function holdSome(count: number, from?: string): Promise<HeldBack[]> {
  const before = begun
  const held = Array.from({ length: count }, () => holdBack(from === undefined ? {} : { from }))
  await vi.waitFor(() => expect(begun).toBe(before + count))
  return held
}

describe('calls', () => {
  test('beyond the limit are asked to come again, and the others are answered', async () => {
    await start({ calls: 2 })
    const first = [fetch(`${url}/v1/slow`), fetch(`${url}/v1/slow`)]
    await untilAtWork(2)
    const refused = await fetch(`${url}/v1/slow`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({
      code: 503,
      refusal: 'busy',
      error: expect.stringContaining('try again in a few seconds') as string,
    })
    expect(await statusOf('/page')).toBe(200)
    for (const go of waiting.splice(0)) go()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    const next = fetch(`${url}/v1/slow`)
    await untilAtWork(1)
    waiting[0]!()
    expect((await next).status).toBe(200)
  })

  test('count however their address is written', async () => {
    await start({ calls: 1 })
    const first = fetch(`${url}/v1/slow`)
    await untilAtWork(1)
    expect(await statusOf('/%761/slow')).toBe(503)
    waiting[0]!()
    expect((await first).status).toBe(200)
  })

  test('whose caller hangs up give their place back', async () => {
    await start({ calls: 1 })
    const gone = request(`${url}/v1/slow`)
    gone.on('error', () => undefined)
    gone.end()
    await untilAtWork(1)
    gone.destroy()
    await new Promise((resolve) => gone.once('close', resolve))
    await vi.waitFor(async () => {
      const asked = fetch(`${url}/v1/slow`).then(({ status }) => status)
      await Promise.race([asked, untilAtWork(2)])
      for (const go of waiting.splice(1)) go()
      expect(await asked).toBe(200)
    })
  })

  test('that were sent ahead on one connection give their places back when it closes', async () => {
    await start({ calls: 3 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /v1/slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))
    await untilAtWork(3)
    expect(await statusOf('/v1/quick')).toBe(503)
    socket.destroy()
    await vi.waitFor(async () => expect(await statusOf('/v1/quick')).toBe(200))
    for (const go of waiting) go()
    // An answer that comes after its caller gives no place back again.
    const next = Array.from({ length: 3 }, () => fetch(`${url}/v1/slow`))
    await untilAtWork(6)
    expect(await statusOf('/v1/quick')).toBe(503)
    for (const go of waiting.splice(3)) go()
    expect((await Promise.all(next)).map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('bodies that are on their way', () => {
  test('take no place of a call', async () => {
    await start({ calls: 2, bodiesOfAddress: 5 })
    const held = await holdSome(5)
    expect(await Promise.all([statusOf('/v1/quick'), statusOf('/v1/quick')])).toEqual([200, 200])
    for (const one of held) {
      one.complete()
      await untilHeard(one, 'HTTP/1.1 200')
    }
  })

  test('are refused beyond the limit of their address, whose reads are answered, as is another address', async () => {
    await start({ bodiesOfAddress: 2 })
    await holdSome(2)
    const refused = holdBack()
    await untilHeard(refused, '"tooMany"')
    expect(refused.heard).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n/)
    // The connection ends as well, which otherwise waits for the rest of the body.
    await vi.waitFor(() => expect(refused.socket.readyState).not.toBe('open'))
    const read = await fetch(`${url}/v1/quick`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(read.status).toBe(200)
    const other = holdBack({ from: '203.0.113.8' })
    other.complete()
    await untilHeard(other, 'HTTP/1.1 200')
  })

  test('count for the network of an IPv6 address', async () => {
    await start({ bodiesOfAddress: 1 })
    await holdSome(1, '2001:db8::1')
    const refused = holdBack({ from: '2001:db8::2' })
    await untilHeard(refused, 'HTTP/1.1 429')
    expect(refused.heard).toContain('"tooMany"')
  })

  test('make room when they are complete, and when they break off', async () => {
    await start({ bodiesOfAddress: 2 })
    const [first, second] = await holdSome(2)
    first!.complete()
    await untilHeard(first!, 'HTTP/1.1 200')
    const [third] = await holdSome(1)
    await untilHeard(holdBack(), 'HTTP/1.1 429')
    second!.socket.destroy()
    third!.socket.destroy()
    await vi.waitFor(async () => {
      const next = holdBack()
      next.complete()
      await vi.waitFor(() => expect(next.heard).toContain('HTTP/1.1 200'), { timeout: 100, interval: 5 })
    })
    // What ended counts once: there is room for two, and not for three.
    await holdSome(2)
    await untilHeard(holdBack(), 'HTTP/1.1 429')
  })

  test('are refused beyond the limit of all addresses', async () => {
    await start({ bodies: 2 })
    await holdSome(1, '203.0.113.1')
    await holdSome(1, '203.0.113.2')
    const refused = holdBack({ from: '203.0.113.3' })
    await untilHeard(refused, '"busy"')
    expect(await statusOf('/v1/quick')).toBe(200)
  })

  test('of files count as there when their handlers get them', async () => {
    await start({ calls: 2, bodiesOfAddress: 1 })
    const upload = { path: '/v1/upload', type: 'application/octet-stream' }
    const first = holdBack(upload)
    await vi.waitFor(() => expect(uploads).toBe(1))
    const second = holdBack(upload)
    await vi.waitFor(() => expect(uploads).toBe(2))
    expect(await statusOf('/v1/quick')).toBe(503)
    for (const one of [first, second]) {
      one.complete()
      await untilHeard(one, '{"bytes":10}')
    }
    expect(await statusOf('/v1/quick')).toBe(200)
  })
})
