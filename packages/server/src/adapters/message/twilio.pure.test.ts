import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startHttpStandIn, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { MessageFailure } from './message-failure.ts'
import { createTwilio } from './twilio.ts'

let service: HttpStandIn | undefined
afterEach(() => service?.stop())

const secret = 'canary-token-5521'
const text = 'Your Clubfolio code is 407112.'

const start = async (answer: (response: ServerResponse) => void, from = '+12125550100', waitMs?: number) => {
  service = await startHttpStandIn((_request, response) => answer(response))
  return createTwilio({ accountSid: 'AC0001', authToken: secret, from, url: service.url }, waitMs)
}
const json = (status: number, body: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Returns the failure of a send that must fail, with everything a log line could show of it. */
const failureOf = async (sending: Promise<void>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MessageFailure)) throw new Error(`expected a failure, got ${String(error)}`)
  const shown = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`
  for (const word of [secret, Buffer.from(`AC0001:${secret}`).toString('base64'), '407112', '5550123'])
    expect(shown).not.toContain(word)
  return error
}

describe('a text message by Twilio', () => {
  test('is one form-encoded call with basic authentication', async () => {
    const twilio = await start(json(201, { sid: 'SM1', status: 'queued' }))
    await twilio.send('+16465550123', text)
    const [call] = service!.asked
    expect(call).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC0001/Messages.json' })
    expect(call!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(call!.headers.authorization).toBe(`Basic ${Buffer.from(`AC0001:${secret}`).toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(call!.body))).toEqual({
      To: '+16465550123',
      From: '+12125550100',
      Body: text,
    })
  })

  test('names a messaging service where that is the sender', async () => {
    const twilio = await start(json(201, { sid: 'SM1' }), 'MG77')
    await twilio.send('+16465550123', text)
    expect(new URLSearchParams(service!.asked[0]!.body).get('MessagingServiceSid')).toBe('MG77')
  })

  test("that is refused says so with the service's number, and not with its words", async () => {
    const twilio = await start(
      json(400, { code: 21211, message: "The 'To' number +16465550123 is not a valid phone number.", status: 400 }),
    )
    expect(await failureOf(twilio.send('+16465550123', text))).toMatchObject({
      kind: 'refused',
      message: 'Twilio answered 400 with error 21211.',
    })
  })

  test('with wrong keys names the settings to look at', async () => {
    const twilio = await start(json(401, { code: 20003, message: 'Authenticate', status: 401 }))
    expect(await failureOf(twilio.send('+16465550123', text))).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('TWILIO_AUTH_TOKEN') as string,
    })
  })

  test('is given up when the service does not answer', async () => {
    const twilio = await start(() => undefined, '+12125550100', 50)
    expect(await failureOf(twilio.send('+16465550123', text))).toMatchObject({ kind: 'timeout' })
  })

  test.each([
    ['is down', json(503, {})],
    ['slows us down', json(429, { code: 20429 })],
    ['breaks off', (response: ServerResponse) => void response.destroy()],
  ])('is unavailable when the service %s', async (_name, answer) => {
    const twilio = await start(answer)
    expect(await failureOf(twilio.send('+16465550123', text))).toMatchObject({ kind: 'unavailable' })
  })

  test('does not follow the service elsewhere', async () => {
    service = await startHttpStandIn((request, response) =>
      request.path === '/elsewhere'
        ? json(201, { sid: 'SM1' })(response)
        : void response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    const twilio = createTwilio({ accountSid: 'AC0001', authToken: secret, from: '+12125550100', url: service.url })
    expect(await failureOf(twilio.send('+16465550123', text))).toMatchObject({ kind: 'unavailable' })
    expect(service.asked).toHaveLength(1)
  })
})
