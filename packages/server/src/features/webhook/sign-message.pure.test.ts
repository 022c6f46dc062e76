import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeWebhookSecret, signMessage } from './sign-message.ts'

test('the reference message of Standard Webhooks has its signature', () => {
  expect(
    signMessage({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      nowMs: 1_614_265_330_999,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('each of two secrets verifies by itself, and text beyond ASCII is signed as it is sent', () => {
  const secrets = [makeWebhookSecret(), makeWebhookSecret()]
  const body = '{"note":"Zürich → 日本"}'
  const headers = signMessage({ id: 'msg_1', body, nowMs: Date.now(), secrets })
  for (const secret of secrets)
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ note: 'Zürich → 日本' })
  expect(() => new Webhook(makeWebhookSecret()).verify(body, { ...headers })).toThrow(/signature/i)
})
