// A caller who disconnects before the first byte of a streamed answer, over a real connection. It is a POST: Fastify
// itself is silent about an unread request.
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { LogController, type FastifyReply } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { answerFailure } from './http.ts'

/** Answers with what `answer` returns, and resolves to the first line that is logged after the caller hung up. */
async function hangUp(answer: (reply: FastifyReply) => unknown): Promise<{ level: number; msg: string }> {
  const lines = new PassThrough().setEncoding('utf8')
  const app = Fastify({
    loggerInstance: pino({ level: 'trace' }, lines),
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  let isAsked: () => void
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  app.post('/', (_request, reply) => {
    isAsked()
    return answer(reply)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  lines.read()
  const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  caller.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  await asked
  caller.destroy()
  const [line] = (await once(lines, 'data')) as [string]
  await app.close()
  return JSON.parse(line) as { level: number; msg: string }
}

const info = 30
const error = 50

test('a stream that breaks off because its caller is gone is no fault', async () => {
  expect(await hangUp((reply) => reply.send(new PassThrough()))).toMatchObject({
    level: info,
    msg: 'the caller hung up',
  })
})

test('work that is aborted because its caller is gone is no fault', async () => {
  const aborted = async (reply: FastifyReply) => {
    await once(reply.raw, 'close')
    AbortSignal.abort().throwIfAborted()
  }
  expect(await hangUp(aborted)).toMatchObject({ level: info, msg: 'the caller hung up' })
})

test('a failure of our own stays a fault, whether its caller waits or not', async () => {
  const failing = async (reply: FastifyReply) => {
    await once(reply.raw, 'close')
    throw new Error('a fault')
  }
  expect(await hangUp(failing)).toMatchObject({ level: error, msg: 'fault' })
})
