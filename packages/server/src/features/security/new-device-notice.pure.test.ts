import { expect, test } from 'vitest'
import { describeUserAgent } from '../../kernel/describe-user-agent.ts'
import { describeWay, newDeviceNotice } from './new-device-notice.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  [firefox, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Open https://evil.example now', 'an unknown browser'],
  ['  ', 'an unknown browser'],
])('%s is %s', (userAgent, words) => expect(describeUserAgent(userAgent)).toBe(words))

test.each([
  ['SMS', undefined, 'password and a text message'],
  ['AUTHENTICATOR', 'Example', 'Example and an authenticator app'],
  ['PASSKEY', undefined, 'a passkey'],
  ['OIDC', 'Example', 'Example'],
] as const)('%s with %s is "%s"', (factor, provider, words) => expect(describeWay(factor, provider)).toBe(words))

test('the mail says when, from where, with what and what to do, and is always sent', () => {
  const notice = newDeviceNotice({
    userId: 'user',
    caller: { requestId: 'request', address: '203.0.113.7', userAgent: firefox },
    factor: 'SMS',
    provider: undefined,
    atMs: Date.parse('2026-03-04T15:00:00Z'),
  })
  expect(notice.isAlwaysMailed).toBe(true)
  expect(notice.mailText?.replaceAll('\u202F', ' ').split('\n')).toEqual(
    expect.arrayContaining([
      'When: March 4, 2026 at 10:00 AM (New York)',
      'From: 203.0.113.7',
      'Browser: Firefox on Windows',
      'Signed in with: password and a text message',
    ]),
  )
  expect(notice.mailText).toContain('Forgot password?')
})
