// More concurrent calls than the limit, over real HTTP.
import { request } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { answerFailure } from './http.ts'
import { limitCallsAtOnce } from './request-gate.ts'

let app: FastifyInstance
let url: string
let waiting: (() => void)[]

async function start(most: number): Promise<void> {
  waiting = []
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler((error, asked, reply) => answerFailure(error, asked, reply))
  limitCallsAtOnce(app, most)
  app.get('/v1/slow', () => new Promise((resolve) => waiting.push(() => resolve({ isDone: true }))))
  app.get('/page', () => 'a page')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(() => app.close())

const untilAtWork = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count))

test('a call beyond the limit is asked to come again, and the others are answered', async () => {
  await start(2)
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
  expect((await fetch(`${url}/page`)).status).toBe(200)
  for (const go of waiting.splice(0)) go()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  const next = fetch(`${url}/v1/slow`)
  await untilAtWork(1)
  waiting[0]!()
  expect((await next).status).toBe(200)
})

test('a caller who hangs up gives his place back', async () => {
  await start(1)
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
