// Sending an order when the line breaks: sent once, and the outcome says what is known. Source: docs/rules/brokerage.md,
// "Sending an order".
import { describe, expect, test } from 'vitest'
import { BrokerFailure } from '../port.ts'
import type { BrokerGround, BrokerTraits } from './broker-bench.ts'
import type { LineFault } from './faulty-line.ts'
import { failure, listOrders, newReference, order, place, read, send as sendDraft, takenId } from './expected.ts'
import { skippedWithout } from './skipped-without.ts'

const limit = { price: { type: 'LIMIT', limitPrice: '49' } } as const

export function describeSending({ isRenewed, keepsReferences }: BrokerTraits, ground: () => BrokerGround): void {
  const send = (now: BrokerGround) => sendDraft(now, order(limit))

  describe('sending an order', () => {
    test.each<[fault: LineFault, orders: number]>([
      ['lost answer', 1],
      ['lost request', 0],
      ['cut off', 0],
      ['status 503', 0],
      ['page', 0],
    ])('meets "%s": the outcome is LOST, and nothing is sent again', async (fault, orders) => {
      const now = ground()
      const known = await listOrders(now)
      const before = now.bench.line.count()
      now.bench.line.disturb(fault)
      expect(await send(now)).toEqual({ outcome: 'LOST', reason: expect.stringMatching(/\w/) as string })
      expect(now.bench.line.count() - before).toBe(1)
      now.bench.line.disturb(undefined)
      expect(await listOrders(now)).toHaveLength(known.length + orders)
    })

    test('gets no answer in time: the outcome is LOST too', async () => {
      const now = ground()
      const broker = now.bench.connect({ totalMs: 200 })
      now.bench.line.disturb('silence')
      expect(await send({ ...now, broker })).toMatchObject({ outcome: 'LOST' })
    })

    test('is like sending its cancellation: a lost answer is LOST, and the order itself shows what happened', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const id = await place(now, order(limit))
      bench.line.disturb('lost answer', 1)
      expect(await broker.cancelOrder(access, account.hashValue, id)).toMatchObject({ outcome: 'LOST' })
      expect((await read(now, id)).status).toBe('CANCELED')
    })

    test.each<LineFault>(['busy', 'busy for a minute'])('meets "%s": the outcome is NOT_SENT', async (fault) => {
      // A pause is kept by the adapter that was asked for it.
      const now = { ...ground(), broker: ground().bench.connect() }
      const known = await listOrders(ground())
      const before = now.bench.line.count()
      now.bench.line.disturb(fault, 1)
      expect(await send(now)).toEqual({ outcome: 'NOT_SENT', failure: failure('UNAVAILABLE') })
      expect(now.bench.line.count() - before).toBe(1)
      expect(await listOrders(ground())).toHaveLength(known.length)
    })

    test.runIf(isRenewed)(
      `renews a rejected token on the way, and places one order${skippedWithout(isRenewed, 'its access is never renewed')}`,
      async () => {
        const now = ground()
        const known = await listOrders(now)
        now.bench.line.disturb('status 401', 1)
        expect(await send(now)).toMatchObject({ outcome: 'TAKEN' })
        expect(await listOrders(now)).toHaveLength(known.length + 1)
      },
    )

    test('without valid access is NOT_SENT', async () => {
      const now = ground()
      const lapsed = new BrokerFailure('LAPSED', 'The access has lapsed.')
      now.bench.line.disturb('status 401')
      const access = { ...now.access, tokenAfter: () => Promise.reject(lapsed) }
      expect(await send({ ...now, access })).toEqual({ outcome: 'NOT_SENT', failure: lapsed })
      const refused = { ...now.access, tokenAfter: () => Promise.resolve('another') }
      expect(await send({ ...now, access: refused })).toEqual({ outcome: 'NOT_SENT', failure: failure('LAPSED') })
    })

    test('for an unknown symbol is REFUSED with a reason, and places nothing', async () => {
      const now = ground()
      const known = await listOrders(now)
      const sent = await sendDraft(now, order({ ...limit, symbol: 'NOSUCH' }))
      expect(sent).toEqual({ outcome: 'REFUSED', reason: expect.stringMatching(/\w/) as string })
      expect(await listOrders(now)).toHaveLength(known.length)
    })

    test.runIf(keepsReferences)(
      `is certain by our reference: it finds the order of a lost answer, and is taken once${skippedWithout(keepsReferences, 'it keeps no reference of ours')}`,
      async () => {
        const now = ground()
        const { bench, broker, access, account } = now
        const known = await listOrders(now)
        const [arrived, never] = [newReference(), newReference()]
        bench.line.disturb('lost answer', 1)
        expect(await sendDraft(now, order(limit), arrived)).toMatchObject({ outcome: 'LOST' })
        bench.line.disturb('lost request', 1)
        expect(await sendDraft(now, order(limit), never)).toMatchObject({ outcome: 'LOST' })
        const found = await broker.findOrder!(access, account.hashValue, { reference: arrived, draft: order(limit) })
        expect(found).toMatchObject({ symbol: 'ACME', price: '49' })
        expect(await broker.findOrder!(access, account.hashValue, { reference: never, draft: order(limit) })).toBeNull()
        expect(await sendDraft(now, order(limit), arrived)).toMatchObject({ outcome: 'LOST' })
        expect(takenId(await sendDraft(now, order(limit), never))).not.toBe(found!.brokerId)
        expect(await listOrders(now)).toHaveLength(known.length + 2)
      },
    )

    test.runIf(!keepsReferences)(
      `has no reference to find it by${skippedWithout(!keepsReferences, 'it keeps our reference')}`,
      () => {
        expect(ground().broker.findOrder).toBeUndefined()
      },
    )
  })
}
