// HEAD is answered where GET is, with the same status and headers and without the body.
import { fillPath, routeList } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

/** Of one answer only: when it was made, and how long the connection lasts. */
const ofOneAnswer = new Set(['date', 'keep-alive', 'connection', 'transfer-encoding'])

async function ask(method: 'GET' | 'HEAD', path: string, encoding: string) {
  const headers = { token: owner.user.token, 'accept-encoding': encoding }
  const response = await fetch(`${app.url}${path}`, { method, headers })
  const kept = [...response.headers].filter(([name]) => !ofOneAnswer.has(name))
  const text = await response.text()
  return { answer: { status: response.status, headers: Object.fromEntries(kept) }, text }
}

const id = '0195f1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const samples: Readonly<Record<string, string>> = {
  userId: id,
  accountId: id,
  memberId: id,
  limit: '10',
  timing: 'DAILY',
}
const pathOf = (path: string): string =>
  fillPath(
    path,
    Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, samples[name!] ?? 'null'])),
  )

const reads = routeList.filter(({ route }) => route.method === 'GET' && !route.effect)

/** Answers that are another one each time: a proof of work, a state of an authorisation, counters of requests. */
const isNewEachTime = (path: string): boolean => /find-captcha|get-amt-tk|metrics/.test(path)

test.each(['identity', 'gzip'])('every call that only reads, encoded as %s', async (encoding) => {
  expect(reads.length).toBeGreaterThan(60)
  for (const path of ['/health', '/metrics', '/outbox', ...reads.map(({ route }) => pathOf(route.path))]) {
    const get = await ask('GET', path, encoding)
    const head = await ask('HEAD', path, encoding)
    expect([path, head.text]).toEqual([path, ''])
    const { 'content-length': sent, ...headers } = head.answer.headers
    const { 'content-length': got, ...others } = get.answer.headers
    expect([path, head.answer.status, headers]).toEqual([path, get.answer.status, others])
    const isOtherBody = isNewEachTime(path) || get.answer.status >= 400
    expect([path, isOtherBody ? got : sent]).toEqual([path, got])
  }
})

test('a GET that changes something is not carried out by a HEAD', async () => {
  const member = { firstName: 'Ada', lastName: 'Able', email: '', phone: '2125550199', userId: null }
  const { id: memberId } = await owner.client.member.create({ body: member })
  const path = `/v1/api/member/delete/${memberId}`
  expect((await ask('HEAD', path, 'identity')).answer.status).toBe(404)
  expect(await owner.client.member.findAllMembers()).toHaveLength(1)
  expect((await ask('GET', path, 'identity')).answer.status).toBe(200)
})
