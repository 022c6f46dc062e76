import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '../../kernel/log.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startHttpStandIn, type HttpStandIn } from '../../testing/http-stand-in.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { chooseCaptcha } from './choose-captcha.ts'
import { createRecaptcha } from './recaptcha.ts'

let service: HttpStandIn | undefined
afterEach(() => service?.stop())

const secret = 'canary-captcha-3307'
const json =
  (body: object, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const start = async (answer: (response: ServerResponse) => void, waitMs?: number) => {
  service = await startHttpStandIn((_request, response) => answer(response))
  const lines: string[] = []
  const log = createLog('silent')
  const captcha = createRecaptcha(
    { siteKey: 'site', secret, origin: service.url },
    { ...log, error: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)) } as typeof log,
    waitMs,
  )
  return { captcha, lines }
}

describe('reCAPTCHA', () => {
  test('is asked with our secret, the answer and the address, and its word counts', async () => {
    const { captcha } = await start(json({ success: true, hostname: 'club.example' }))
    expect(await captcha.check('answer', '203.0.113.9')).toBe('right')
    expect(service!.asked[0]).toMatchObject({ method: 'POST', path: '/recaptcha/api/siteverify' })
    expect(Object.fromEntries(new URLSearchParams(service!.asked[0]!.body))).toEqual({
      secret,
      response: 'answer',
      remoteip: '203.0.113.9',
    })
  })

  test.each(['invalid-input-response', 'timeout-or-duplicate'])('refuses an answer that is %s', async (code) => {
    const { captcha } = await start(json({ success: false, 'error-codes': [code] }))
    expect(await captcha.check('answer', '203.0.113.9')).toBe('wrong')
  })

  test.each([
    ['is down', json({}, 503)],
    ['answers nonsense', (response: ServerResponse) => void response.end('<html>')],
    ['breaks off', (response: ServerResponse) => void response.destroy()],
  ])('judges nobody when the service %s, and logs no secret', async (_name, answer) => {
    const { captcha, lines } = await start(answer)
    expect(await captcha.check('answer-canary', '203.0.113.9')).toBe('unavailable')
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toMatch(/canary/)
  })

  test.each(['invalid-input-secret', 'missing-input-secret', 'bad-request'])(
    'names the settings to look at when the service says %s, and judges nobody',
    async (code) => {
      const { captcha, lines } = await start(json({ success: false, 'error-codes': [code] }))
      expect(await captcha.check('answer-canary', '203.0.113.9')).toBe('unavailable')
      expect(lines.join()).toContain('RECAPTCHA_SECRET')
      expect(lines.join()).not.toMatch(/canary/)
    },
  )

  test.each([
    ['says nothing', () => undefined],
    [
      'begins an answer and never ends it',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":'),
    ],
  ])('is given up when the service %s', async (_name, answer) => {
    const { captcha, lines } = await start(answer, 50)
    expect(await captcha.check('answer-canary', '203.0.113.9')).toBe('unavailable')
    expect(lines).toEqual([expect.stringContaining('did not answer within 0.05 seconds')])
    expect(lines.join()).not.toMatch(/canary/)
  })

  test('carries its secret nowhere else', async () => {
    service = await startHttpStandIn((request, response) =>
      request.path === '/elsewhere'
        ? json({ success: true })(response)
        : void response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    const captcha = createRecaptcha({ siteKey: 'site', secret, origin: service.url }, createLog('silent'))
    expect(await captcha.check('answer', '203.0.113.9')).toBe('unavailable')
    expect(service.asked.map(({ path }) => path)).toEqual(['/recaptcha/api/siteverify'])
  })

  test('is chosen by its keys, shown by its site key, and allowed by the policy of the page', async () => {
    service = await startHttpStandIn((request, response) =>
      json({ success: new URLSearchParams(request.body).get('response') === 'ticked' })(response),
    )
    const app = await startTestApp({
      environment: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: secret, RECAPTCHA_URL: service.url },
      replace: (services) => ({ captcha: chooseCaptcha(services) }),
    })
    try {
      const client = app.client()
      expect(await client.security.findCaptcha()).toEqual({
        kind: 'RECAPTCHA',
        siteKey: 'site',
        scriptUrl: `${service.url}/recaptcha/api.js?render=explicit`,
      })
      const policy = (await fetch(`${app.url}/health`)).headers.get('content-security-policy')
      expect(policy).toContain(`script-src 'self' ${service.url}/recaptcha/ https://www.gstatic.com/recaptcha/`)
      expect(policy).toContain(`frame-src ${service.url}/recaptcha/`)
      const person = {
        firstName: 'A',
        lastName: 'B',
        email: 'r@example.test',
        phoneNumber: '+12125550199',
        password: 'a pass for harbours',
      }
      expect(await refusalOf(client.security.createUser({ body: { ...person, reCaptchaCode: 'not ticked' } }))).toBe(
        '400 captchaWrong',
      )
      await expect(client.security.createUser({ body: { ...person, reCaptchaCode: 'ticked' } })).resolves.toMatchObject(
        { messageType: 'phone' },
      )
    } finally {
      await app.stop()
    }
  })
})
