// Linking an account and keeping its access fresh.
import { describe, expect, test } from 'vitest'
import type { BrokerAccess } from '../port.ts'
import type { BrokerGround, BrokerTraits } from './broker-bench.ts'
import { failure } from './expected.ts'

export function describeAuthorisation({ isRenewed, hasKeyPairs }: BrokerTraits, ground: () => BrokerGround): void {
  describe('authorisation', () => {
    test('the address of the consent page carries the state and our public key', () => {
      const { broker } = ground()
      const url = new URL(broker.authoriseUrl('a state/with+signs'))
      expect([...url.searchParams.values()]).toEqual(expect.arrayContaining(['a state/with+signs', broker.appKey]))
    })

    test('a code gives access that works, once', async () => {
      const { bench, broker } = ground()
      const code = await bench.consent(broker)
      const { accessToken } = await broker.exchange(code)
      expect(await broker.listAccounts(holding(accessToken))).toHaveLength(1)
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

    test('a token that is rejected again after its renewal is a lapsed access', async () => {
      const { bench, broker } = ground()
      const before = bench.line.count()
      bench.line.disturb('status 401')
      await expect(broker.listAccounts(holding('any', 'other'))).rejects.toEqual(failure('LAPSED'))
      expect(bench.line.count() - before).toBe(2)
    })
  })

  if (isRenewed) describeRenewal(ground)
  else describeLastingAccess(ground)
  if (hasKeyPairs) describeKeyPairs(ground)
}

function describeRenewal(ground: () => BrokerGround): void {
  describe('renewal', () => {
    test('tokens live for a while', async () => {
      const { bench, broker } = ground()
      const tokens = await broker.exchange(await bench.consent(broker))
      expect(tokens.accessExpiresMs).toBeGreaterThan(bench.clock.nowMs())
      expect(tokens.refreshToken).not.toBe(tokens.accessToken)
    })

    test('a refresh gives another access token, which works', async () => {
      const { bench, broker } = ground()
      const { accessToken, refreshToken } = await broker.exchange(await bench.consent(broker))
      const renewed = await broker.refresh(refreshToken!)
      expect(renewed.accessToken).not.toBe(accessToken)
      expect(await broker.listAccounts(holding(renewed.accessToken))).toHaveLength(1)
    })

    test('a refresh after the end of the consent is a lapsed access', async () => {
      const { bench, broker } = ground()
      const { refreshToken } = await broker.exchange(await bench.consent(broker))
      await bench.endConsents()
      await expect(broker.refresh(refreshToken!)).rejects.toEqual(failure('LAPSED'))
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
  })
}

function describeLastingAccess(ground: () => BrokerGround): void {
  describe('access without renewal', () => {
    test('does not end by itself, and nothing renews it', async () => {
      const { bench, broker } = ground()
      const tokens = await broker.exchange(await bench.consent(broker))
      expect(tokens).toMatchObject({ accessExpiresMs: null, refreshToken: null, lifeMs: null })
      await expect(broker.refresh('anything')).rejects.toEqual(failure('LAPSED'))
    })

    test('is lapsed once the owner has revoked it', async () => {
      const { bench, broker, access } = ground()
      expect(await broker.listAccounts(access)).toHaveLength(1)
      await bench.endConsents()
      await expect(broker.listAccounts(access)).rejects.toEqual(failure('LAPSED'))
    })
  })
}

function describeKeyPairs(ground: () => BrokerGround): void {
  describe('a key pair', () => {
    test('gives access to its account without a request, and a wrong one is a lapsed access', async () => {
      const { bench, broker, account } = ground()
      const pair = await bench.makeKeyPair!()
      const before = bench.line.count()
      const { accessToken, ...lasting } = broker.keyPair!.tokensOf(pair)
      expect(bench.line.count()).toBe(before)
      expect(lasting).toEqual({ accessExpiresMs: null, refreshToken: null, lifeMs: null })
      expect(await broker.listAccounts(holding(accessToken))).toEqual([account])
      for (const wrong of [
        { ...pair, secret: `${pair.secret}x` },
        { ...pair, keyId: `${pair.keyId}x` },
      ])
        await expect(broker.listAccounts(holding(broker.keyPair!.tokensOf(wrong).accessToken))).rejects.toEqual(
          failure('LAPSED'),
        )
    })
  })
}

function holding(token: string, next = token): BrokerAccess {
  return { key: 'a login', accessToken: () => Promise.resolve(token), tokenAfter: () => Promise.resolve(next) }
}
