// Accounts and money from here: only brokerages that offer it.
import { describe, expect, test } from 'vitest'
import { toCents } from '@clubfolio/domain'
import type { BrokerFunding } from '../port.ts'
import type { BrokerGround } from './broker-bench.ts'
import { failure } from './expected.ts'

export function describeNoFunding(ground: () => BrokerGround): void {
  test('funding is not offered', () => {
    expect(ground().broker.funding).toBeUndefined()
  })
}

export function describeFunding(ground: () => BrokerGround): void {
  describe('funding', () => {
    const offered = (): BrokerFunding => {
      const { funding } = ground().broker
      if (!funding) throw new Error('The adapter offers no funding.')
      return funding
    }

    test('money moves once for each reference, in and out', async () => {
      const { bench, broker, access, account } = ground()
      const move = (direction: 'DEPOSIT' | 'WITHDRAWAL', cents: bigint, reference: string) =>
        offered().transfer(access, account.hashValue, { direction, amountCents: toCents(cents), reference })
      expect(await offered().findTransfer(access, account.hashValue, 'first')).toBeNull()
      bench.line.disturb('lost answer', 1)
      const id = await move('DEPOSIT', 25_025n, 'first')
      expect(await move('DEPOSIT', 25_025n, 'first')).toBe(id)
      expect(await offered().findTransfer(access, account.hashValue, 'first')).toBe(id)
      expect(await move('WITHDRAWAL', 5_000n, 'second')).not.toBe(id)
      expect((await broker.readAccount(access, account.hashValue)).cashCents).toBe(10_020_025n)
      await expect(move('WITHDRAWAL', 99_000_000n, 'third')).rejects.toEqual(failure('REFUSED'))
    })

    test('an account is opened once for each reference, and has a market', async () => {
      const { bench, broker, access } = ground()
      const open = () => offered().openAccount(access, { type: 'CASH', name: 'Second', reference: 'opening' })
      bench.line.disturb('lost answer', 1)
      const opened = await open()
      expect(await open()).toEqual(opened)
      expect(await broker.readAccount(access, opened.hashValue)).toMatchObject({ number: opened.number, type: 'CASH' })
      expect([...(await offered().markets(access)).keys()]).toContain(opened.hashValue)
      expect(await broker.listAccounts(access)).toHaveLength(2)
    })
  })
}
