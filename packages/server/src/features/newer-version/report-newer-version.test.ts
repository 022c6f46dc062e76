import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpStandIn, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { reportNewerVersion } from './report-newer-version.ts'

let app: TestApp
let releases: HttpStandIn
let administrator: TestUser
let manager: TestUser
let newest = '1.1.0'
let rest = ''

beforeAll(async () => {
  releases = await startHttpStandIn((_request, response) => response.end(JSON.stringify({ version: newest, rest })))
  app = await startTestApp({ environment: { CLUBFOLIO_OUTBOUND_ALLOW: '127.0.0.1/32' } })
  administrator = await app.signUp(['ADMINISTRATORS'])
  manager = await app.signUp(['MANAGERS'])
})
afterAll(async () => {
  await app.stop()
  await releases.stop()
})

const look = (updateCheckUrl: string | undefined) =>
  reportNewerVersion({ ...app.services, config: { ...app.services.config, updateCheckUrl } }, '1.0.0')
const told = async (user: TestUser) =>
  (await user.client.alert.findCurrent()).map(({ kind, title, resolvedAt }) => [kind, title, resolvedAt === null])

test('nobody is asked unless the operator has named an address', async () => {
  await look(undefined)
  expect([releases.asked, await told(administrator)]).toEqual([[], []])
})

test('administrators learn of a newer version once, and no more when it is in place or the check is off', async () => {
  await look(releases.url)
  await look(releases.url)
  expect(await told(administrator)).toEqual([['NEW_VERSION', 'Clubfolio 1.1.0 is available', true]])
  expect(await told(manager)).toEqual([])
  expect(releases.asked[0]).toMatchObject({ method: 'GET', body: '' })
  expect(JSON.stringify(releases.asked)).not.toContain('1.0.0')

  newest = '1.0.0'
  await look(releases.url)
  expect(await told(administrator)).toEqual([['NEW_VERSION', 'Clubfolio 1.1.0 is available', false]])

  newest = '1.2.0'
  await look(releases.url)
  await look(undefined)
  expect((await told(administrator)).filter(([, , isOpen]) => isOpen)).toEqual([])
})

test('an answer that is too long is named as such', async () => {
  const warned: unknown[] = []
  const log = Object.assign(Object.create(app.services.log), {
    warn: (...words: unknown[]) => warned.push(words.at(-1)),
  })
  rest = 'x'.repeat(70_000)
  const config = { ...app.services.config, updateCheckUrl: releases.url }
  await reportNewerVersion({ ...app.services, log, config }, '1.0.0')
  rest = ''
  expect(warned).toEqual([expect.stringContaining('longer than 64 KB')])
})
