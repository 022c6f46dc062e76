// Linking an account and keeping its access fresh.
import { describe, expect, test } from 'vitest'
import type { BrokerAccess } from '../port.ts'
import type { BrokerGround } from './broker-bench.ts'
import { failure } from './expected.ts'

export function describeAuthorisation(ground: () => BrokerGround): void {
  describe('authorisation', () => {
    test('the address of the consent page carries the state and our public key', () => {
      const { broker } = ground()
      const url = new URL(broker.authoriseUrl('a state/with+signs'))
      expect([...url.searchParams.values()]).toEqual(expect.arrayContaining(['a state/with+signs', broker.appKey]))
    })

    test('a code gives tokens that live for a while, once', async () => {
      const { bench, broker } = ground()
      const code = await bench.consent(broker)
      const tokens = await broker.exchange(code)
      expect(tokens.accessExpiresMs).toBeGreaterThan(bench.clock.nowMs())
      expect(tokens.refreshToken).not.toBe(tokens.accessToken)
      await expect(broker.exchange(code)).rejects.toEqual(failure('REFUSED'))
      await expect(broker.exchange('no code at all')).rejects.toEqual(failure('REFUSED'))
    })

    test('a code whose answer is lost is not sent again', async () => {
      const { bench, broker } = ground()
      const code = await bench.consent(broker)
      const before = bench.line.count()
      bench.line.disturb('lost answer')
      await expect(broker.exchange(code)).rejects.toEqual(failure('UNAVAILABLE'))
      expect(bench.line.count() - before).toBe(1)
    })

    test('a refresh gives another access token, which works', async () => {
      const { bench, broker } = ground()
      const { accessToken, refreshToken } = await broker.exchange(await bench.consent(broker))
      const renewed = await broker.refresh(refreshToken)
      expect(renewed.accessToken).not.toBe(accessToken)
      expect(await broker.listAccounts(holding(renewed.accessToken))).toHaveLength(1)
    })

    test('a refresh after the end of the consent is a lapsed access', async () => {
      const { bench, broker } = ground()
      const { refreshToken } = await broker.exchange(await bench.consent(broker))
      await bench.endConsents()
      await expect(broker.refresh(refreshToken)).rejects.toEqual(failure('LAPSED'))
    })

    test('a rejected access token is renewed once, and the call goes on', async () => {
      const { bench, broker, access } = ground()
      const asked: string[] = []
      const watched: BrokerAccess = {
        ...access,
        tokenAfter: (rejected) => (asked.push(rejected), access.tokenAfter(rejected)),
      }
      const first = await access.accessToken()
      bench.line.disturb('status 401', 1)
      expect(await broker.listAccounts(watched)).toHaveLength(1)
      expect(asked).toEqual([first])
    })

    test('a token that is rejected again after its renewal is a lapsed access', async () => {
      const { bench, broker } = ground()
      const before = bench.line.count()
      bench.line.disturb('status 401')
      await expect(broker.listAccounts(holding('any', 'other'))).rejects.toEqual(failure('LAPSED'))
      expect(bench.line.count() - before).toBe(2)
    })
  })
}

function holding(token: string, next = token): BrokerAccess {
  return { key: 'a login', accessToken: () => Promise.resolve(token), tokenAfter: () => Promise.resolve(next) }
}
