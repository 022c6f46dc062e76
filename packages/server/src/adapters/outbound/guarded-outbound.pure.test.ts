// Requests to addresses of users over real sockets: where they may not go, and what they do not follow or wait for.
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createRawServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startHttpStandIn, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { hookCertificate, hookKey } from '../../testing/hook-certificate.ts'
import { createGuardedOutbound, type OutboundSettings } from './guarded-outbound.ts'
import type { OutboundFailure } from './port.ts'

let target: HttpStandIn
let answer: { status: number; headers: Record<string, string>; body: string }
beforeEach(async () => {
  answer = { status: 200, headers: {}, body: 'fine' }
  target = await startHttpStandIn((request, response) => {
    if (request.path === '/hang') return
    if (request.path === '/drip') {
      response.writeHead(200)
      response.write('x')
      return
    }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
})
afterEach(() => target.stop())

const post = (url: string, settings: Partial<OutboundSettings> = {}, timeLimitMs = 5000) =>
  createGuardedOutbound({ allowedNetworks: ['127.0.0.1/32'], ...settings }).post({
    url,
    headers: { 'webhook-id': 'one' },
    body: '{"n":1}',
    timeLimitMs,
  })
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'sent',
    (error: OutboundFailure) => error.kind,
  )
const portOf = (standIn: HttpStandIn) => new URL(standIn.url).port

test('posts the body with its headers and returns status and head', async () => {
  answer = { status: 202, headers: { 'retry-after': '7' }, body: 'accepted' }
  expect(await post(`${target.url}/hook?a=1`)).toEqual({ status: 202, retryAfter: '7', head: 'accepted', isCut: false })
  expect(target.asked).toMatchObject([
    { method: 'POST', path: '/hook?a=1', body: '{"n":1}', headers: { 'webhook-id': 'one', 'content-length': '7' } },
  ])
})

test('asks without a body and reads a longer answer, and the own network stays closed to that too', async () => {
  answer = { status: 200, headers: {}, body: 'x'.repeat(60_000) }
  const outbound = createGuardedOutbound({ allowedNetworks: ['127.0.0.1/32'] })
  const question = { url: `${target.url}/releases`, headers: { accept: 'application/json' } }
  const whole = await outbound.get(question)
  expect([whole.head.length, whole.isCut]).toEqual([60_000, false])
  answer = { ...answer, body: 'x'.repeat(70_000) }
  const cut = await outbound.get(question)
  expect([cut.head.length, cut.isCut]).toEqual([65_536, true])
  const asked = { method: 'GET', path: '/releases', body: '' }
  expect(target.asked).toMatchObject([asked, asked])
  const closed = createGuardedOutbound({ allowedNetworks: [] })
  expect(await failureOf(closed.get({ ...question, url: 'https://127.0.0.1/' }))).toBe('forbidden')
})

describe('the own network', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://0/',
    'https://user@8.8.8.8/',
    'https://user:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'http://8.8.8.8/',
    'http://example.com/',
    'https://example.com:25/',
    'https://8.8.8.8:22/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'not an address',
  ])('%s is refused when it is entered and when it is called', async (url) => {
    const closed = createGuardedOutbound({ allowedNetworks: [] })
    expect(() => closed.check(url)).toThrow('The ')
    expect(await failureOf(post(url, { allowedNetworks: [] }))).toBe('forbidden')
  })

  test.each(['https://example.com/hook', 'https://example.com:8443/', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
    '%s may be entered',
    (url) => expect(() => createGuardedOutbound({ allowedNetworks: [] }).check(url)).not.toThrow(),
  )

  test.each([['10.0.0.1'], ['127.0.0.1'], ['::1'], ['fd00::1'], ['::ffff:10.0.0.1'], ['169.254.169.254'], ['0.0.0.0']])(
    'a name that leads to %s is not called',
    async (address) => {
      const settings = { allowedNetworks: [], resolve: () => Promise.resolve([address]) }
      expect(await failureOf(post('https://inner.example/', settings))).toBe('nameless')
    },
  )

  test('one inner address among public ones refuses the name, and an unknown name has the same words', async () => {
    const wordsOf = (resolve: OutboundSettings['resolve']) =>
      post('https://mixed.example/', { allowedNetworks: [], resolve: resolve! }).then(
        () => 'sent',
        (error: OutboundFailure) => error.message,
      )
    const inner = await wordsOf(() => Promise.resolve(['8.8.8.8', '10.0.0.1']))
    expect(inner).toBe('The host name leads to no public address.')
    expect(await wordsOf(() => Promise.reject(new Error('ENOTFOUND')))).toBe(inner)
    expect(await wordsOf(() => Promise.resolve([]))).toBe(inner)
  })

  test('a name that changes between check and call is called at the address that was checked', async () => {
    const other = await startHttpStandIn((_, response) => response.end('inner'))
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = vi.fn<() => Promise<readonly string[]>>(() => Promise.resolve(answers.shift()!))
    const url = `http://turns.example:${portOf(target)}/`
    expect(await post(url, { resolve })).toMatchObject({ head: 'fine' })
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(target.asked[0]!.headers.host).toBe(`turns.example:${portOf(target)}`)
    expect(await failureOf(post(url, { resolve }))).toBe('nameless')
    expect(target.asked).toHaveLength(1)
    await other.stop()
  })

  test.each([301, 302, 303, 307, 308])('a redirect with %s is an answer, and not followed', async (status) => {
    const inner = await startHttpStandIn((_, response) => response.end('secret'))
    answer = { status, headers: { location: inner.url }, body: '' }
    expect(await post(target.url)).toMatchObject({ status, retryAfter: undefined, head: '' })
    expect(inner.asked).toEqual([])
    await inner.stop()
  })

  test('no proxy of the environment is used', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9')
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await post(target.url)).toMatchObject({ status: 200 })
    vi.unstubAllEnvs()
  })
})

describe('limits', () => {
  test.each(['/hang', '/drip'])('an address that does not finish its answer ends by time: %s', async (path) => {
    expect(await failureOf(post(`${target.url}${path}`, {}, 150))).toBe('timeout')
  })

  test('so does a name server that does not answer', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    expect(await failureOf(post('http://slow.example/', { resolve }, 100))).toBe('timeout')
  })

  test('a long answer is cut, and a closed port is said', async () => {
    answer.body = 'y'.repeat(5_000_000)
    expect((await post(target.url)).head).toBe('y'.repeat(2048))
    const { url } = target
    await target.stop()
    expect(await failureOf(post(url))).toBe('unreachable')
    await expect(post(url)).rejects.toThrow('The address refused the connection.')
  })

  test('an answer that is no HTTP, has endless headers or changes the protocol is a failed connection', async () => {
    for (const text of [
      'SSH-2.0-OpenSSH\r\n',
      `HTTP/1.1 200 OK\r\nx: ${'z'.repeat(40_000)}\r\n\r\n`,
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n',
    ]) {
      const server = createRawServer((socket) => {
        socket.on('error', () => undefined)
        socket.resume().end(text)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      expect(await failureOf(post(`http://127.0.0.1:${port}/`))).toBe('unreachable')
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

test('the certificate is checked against the name, not the address', async () => {
  const server = createTlsServer({ key: hookKey, cert: hookCertificate }, (_, response) => response.end('safe'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { resolve: () => Promise.resolve(['127.0.0.1']), authorities: hookCertificate }
  expect(await post(`https://hook.example:${port}/`, settings)).toMatchObject({ head: 'safe' })
  await expect(post(`https://other.example:${port}/`, settings)).rejects.toThrow('certificate')
  await expect(post(`https://hook.example:${port}/`, { resolve: settings.resolve })).rejects.toThrow('certificate')
  await new Promise((resolve) => server.close(resolve))
})
