// Callers without a session: each entry point has a limit by address, docs/security.md lists all of them, and a flood
// at one harms nobody else. The campaign `strangers` sends 10,000 calls to each with the limits of the product; here
// the limits are small.
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { quoteSocketPath, routeList } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressGroup } from '../kernel/address-group.ts'
import { entryPointOf, anonymousLimits, type EntryPoint } from '../kernel/anonymous-limit.ts'
import { callAnonymously } from './strangers/knock.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from './test-app.ts'

const doors = Object.keys(anonymousLimits) as EntryPoint[]
const few = { burst: 20, perSecond: 0 }
const knocks = 60

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp({
    environment: { CLUBFOLIO_TRUSTED_PROXIES: '127.0.0.1' },
    strangerLimits: Object.fromEntries(doors.map((door) => [door, few])) as Record<EntryPoint, typeof few>,
  })
  user = await app.signUp(['INVESTORS'])
})
afterAll(() => app.stop())

test('every call of the contract that needs no session has a limit, and no limit is of a call that is gone', () => {
  const open = routeList
    .filter(({ route }) => route.access.kind === 'public')
    .map(({ group, name }) => `${group}.${name}`)
  expect(doors.filter((door) => door.includes('.')).toSorted()).toEqual(open.toSorted())
  expect(() => entryPointOf('security.login')).not.toThrow()
})

test('docs/security.md lists every door with its limit', () => {
  const text = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^\| `([\w.]+)` \| ([\d,]+) at once, then ([\d,]+) a second \|/gm)].map(
    ([, door, burst, perSecond]) => [door, Number(burst!.replace(',', '')), Number(perSecond!.replace(',', ''))],
  )
  expect(listed).toEqual(
    Object.entries(anonymousLimits).map(([door, { burst, perSecond }]) => [door, burst, perSecond]),
  )
})

describe.each(doors)('%s', (door) => {
  test('a flood from one address is cut at the limit; another address and signed-in users are served', async () => {
    const statuses = await Promise.all(
      Array.from({ length: knocks }, () => callAnonymously(app.url, door, '203.0.113.7')),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(knocks - few.burst)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await callAnonymously(app.url, door, '203.0.113.8')).toBeLessThan(429)
    expect(await user.client.watchlist.findAll()).toEqual([])
  })
})

test('a connection that asks for a socket and is refused at any step is closed', async () => {
  const { port, host } = new URL(app.url)
  const close = async (name: string, address: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1')
    let heard = ''
    socket.on('data', (part) => (heard += part.toString()))
    socket.write(
      `GET ${quoteSocketPath} HTTP/1.1\r\nHost: ${name}\r\nOrigin: ${app.url}\r\nX-Forwarded-For: ${address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bm9ib2R5IGtub3dzIGl0IQ==\r\n\r\n`,
    )
    await once(socket, 'close')
    return heard.slice(9, 12)
  }
  expect([
    await close(host, '203.0.113.11'),
    await close('evil.example', '203.0.113.11'),
    await close(host, '203.0.113.7'),
  ]).toEqual(['401', '421', '429'])
})

test('people behind the flooded address who are signed in go on, and others sign in meanwhile', async () => {
  await Promise.all(Array.from({ length: knocks }, () => callAnonymously(app.url, 'security.login', '203.0.113.9')))
  const response = await fetch(`${app.url}/v1/api/watchlist/find-all`, {
    headers: { token: user.user.token, 'x-forwarded-for': '203.0.113.9' },
  })
  expect(response.status).toBe(200)
  const login = await fetch(`${app.url}/v1/api/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.10' },
    body: JSON.stringify({ email: user.email, password: testPassword }),
  })
  expect(login.status).toBe(200)
})

test('a thousand questions for health at once are few questions to the database, and all are answered', async () => {
  let probes = 0
  const watched = await startTestApp({
    replace: ({ probe }) => ({
      probe: async () => {
        probes++
        return probe()
      },
    }),
  })
  try {
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await fetch(`${watched.url}/health`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(probes).toBeLessThan(200)
  } finally {
    await watched.stop()
  }
})

test('an IPv6 network of 64 bits counts as one address, and an IPv4 address as itself in every spelling', () => {
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressGroup('2001:0DB8::6')).toBe('2001:db8:0:0::/64')
  expect(addressGroup('2001:db8::7')).toBe(addressGroup('2001:db8:0:0:ffff::1'))
  expect(addressGroup('::1')).toBe('0:0:0:0::/64')
  expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(addressGroup('::ffff:198.51.100.4')).toBe('198.51.100.4')
  expect(addressGroup('198.51.100.4')).toBe('198.51.100.4')
})
