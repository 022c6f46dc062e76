// Reads from a brokerage that misbehaves: repeated where that helps, never endlessly, with a failure that has a kind.
import { describe, expect, test } from 'vitest'
import type { BrokerPort } from '../port.ts'
import type { BrokerGround } from './broker-bench.ts'
import type { LineFault } from './faulty-line.ts'
import { failure } from './expected.ts'

export function describeFaults(ground: () => BrokerGround): void {
  const readWith = ({ access, account }: BrokerGround, broker: BrokerPort) =>
    broker.readAccount(access, account.hashValue)

  describe('a read from a brokerage that misbehaves', () => {
    test.each<LineFault>(['lost answer', 'cut off', 'status 503', 'page', 'busy'])(
      'meets "%s": it is tried three times in all, and works as soon as the brokerage does',
      async (fault) => {
        const now = ground()
        const before = now.bench.line.count()
        now.bench.line.disturb(fault)
        await expect(readWith(now, now.broker)).rejects.toEqual(failure('UNAVAILABLE'))
        expect(now.bench.line.count() - before).toBe(3)
        now.bench.line.disturb(fault, 2)
        expect(await readWith(now, now.broker)).toMatchObject({ number: now.account.number })
      },
    )

    test('gets no answer: it waits no longer than a call may take', async () => {
      const now = ground()
      const broker = now.bench.connect({ totalMs: 200 })
      now.bench.line.disturb('silence')
      const startedMs = performance.now()
      await expect(readWith(now, broker)).rejects.toEqual(failure('UNAVAILABLE'))
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    })

    test('gets an unreadable answer: it is not repeated', async () => {
      const now = ground()
      const before = now.bench.line.count()
      now.bench.line.disturb('nonsense')
      await expect(readWith(now, now.broker)).rejects.toEqual(failure('NONSENSE'))
      expect(now.bench.line.count() - before).toBe(1)
    })

    test('meets "busy for a minute": that login sends nothing more, and other logins do', async () => {
      const now = ground()
      const { bench, broker, account, access } = now
      const before = bench.line.count()
      const busy = { ...now, access: { ...access, key: `${access.key} busy` } }
      bench.line.disturb('busy for a minute', 1)
      await expect(readWith(busy, broker)).rejects.toEqual(failure('UNAVAILABLE'))
      await expect(readWith(busy, broker)).rejects.toEqual(failure('UNAVAILABLE'))
      expect(bench.line.count() - before).toBe(1)
      expect(await readWith(now, broker)).toMatchObject({ number: account.number })
    })

    test('fails several times in a row: nothing is sent for a while, then a call that succeeds ends the pause', async () => {
      const now = ground()
      const broker = now.bench.connect({ breaker: { failures: 3, pauseMs: 400 } })
      now.bench.line.disturb('status 503')
      await expect(readWith(now, broker)).rejects.toEqual(failure('UNAVAILABLE'))
      const before = now.bench.line.count()
      now.bench.line.disturb(undefined)
      await expect(readWith(now, broker)).rejects.toEqual(failure('UNAVAILABLE'))
      expect(now.bench.line.count()).toBe(before)
      await new Promise((resolve) => setTimeout(resolve, 450))
      expect(await readWith(now, broker)).toMatchObject({ number: now.account.number })
      expect(await readWith(now, broker)).toMatchObject({ number: now.account.number })
    })

    test('fails without naming a token, an address or an account', async () => {
      const now = ground()
      const token = await now.access.accessToken()
      for (const fault of ['lost answer', 'nonsense', 'status 503', 'page'] as const) {
        now.bench.line.disturb(fault)
        const shown = await readWith(now, now.broker).then(
          () => 'answered',
          (error: unknown) => `${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`,
        )
        expect(shown).toContain('BrokerFailure')
        for (const secret of [token, now.bench.line.url, now.account.hashValue]) expect(shown).not.toContain(secret)
      }
    })
  })
}
