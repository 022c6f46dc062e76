// Orders of more than one order: brackets, pairs and several legs; and orders of other hours and of a last day.
import {
  addCalendarDays,
  type EntryDraft,
  type LegsDraft,
  newYorkDateAt,
  type OrderDraft,
  type OrderTerms,
  type PairDraft,
  restingTime,
  toEpochMs,
} from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { isOrderOf } from '../../../features/order/match-order.ts'
import type { BrokerOrder } from '../port.ts'
import type { BrokerGround, BrokerTraits } from './broker-bench.ts'
import { dayMs, listOrders, newReference, order, place, read, send, takenId } from './expected.ts'
import { skippedWithout } from './skipped-without.ts'

const held: OrderTerms = { ...order().terms, ...restingTime, instruction: 'SELL' }
const target: OrderTerms = { ...held, price: { type: 'LIMIT', limitPrice: '60' } }
const stop: OrderTerms = { ...held, price: { type: 'STOP', stopPrice: '45' } }
const pair: PairDraft = { kind: 'PAIR', orders: [target, stop] }
const bracket: EntryDraft = {
  kind: 'ENTRY',
  terms: { ...order().terms, ...restingTime, price: { type: 'LIMIT', limitPrice: '49' } },
  exits: [target, stop],
}
const near = 'ACME  270319C00050000'
const far = 'ACME  270319C00055000'
const spread: LegsDraft = {
  kind: 'LEGS',
  legs: [
    { symbol: near, instruction: 'BUY_TO_OPEN', ratio: '1' },
    { symbol: far, instruction: 'SELL_TO_OPEN', ratio: '1' },
  ],
  quantity: '2',
  price: { type: 'NET_DEBIT', net: '2.5' },
  duration: 'DAY',
  goodTill: null,
  session: 'NORMAL',
}

export function describeKinds(
  { hasPairs, hasLegs, hasGoodTill, extendedSessions, keepsReferences }: BrokerTraits,
  ground: () => BrokerGround,
): void {
  describe('orders of several orders', () => {
    test.runIf(hasPairs)(
      `a bracket holds its target and its stop until the entry is filled${skippedWithout(hasPairs, 'it takes no pairs')}`,
      async () => {
        const now = ground()
        const id = await place(now, bracket)
        const waiting = await read(now, id)
        expect(isOrderOf(bracket, waiting)).toBe(true)
        expect(statesOf(waiting)).toEqual(['WORKING', 'AWAITING_PARENT_ORDER', 'AWAITING_PARENT_ORDER'])
        move(now, 48)
        const filled = await read(now, id)
        expect(filled.status).toBe('FILLED')
        expect(isOrderOf(bracket, filled)).toBe(true)
        expect(leavesOf(filled).slice(1)).toMatchObject([
          { orderType: 'LIMIT', price: '60' },
          { orderType: 'STOP', stopPrice: '45' },
        ])
      },
    )

    test.runIf(hasPairs)(
      `the fill of one exit cancels the other, once${skippedWithout(hasPairs, 'it takes no pairs')}`,
      async () => {
        const now = ground()
        const id = await place(now, bracket)
        move(now, 48)
        await read(now, id)
        move(now, 61)
        expect(statesOf(await read(now, id))).toEqual(['FILLED', 'FILLED', 'CANCELED'])
      },
    )

    test.runIf(hasPairs)(
      `cancelling a waiting bracket cancels both exits${skippedWithout(hasPairs, 'it takes no pairs')}`,
      async () => {
        const now = ground()
        const id = await place(now, bracket)
        expect((await cancel(now, id)).outcome).toBe('TAKEN')
        expect(statesOf(await read(now, id))).toEqual(['CANCELED', 'CANCELED', 'CANCELED'])
      },
    )

    test.runIf(hasPairs)(
      `a pair on a held position works with both orders, and is cancelled as one${skippedWithout(hasPairs, 'it takes no pairs')}`,
      async () => {
        const now = ground()
        await place(now, order())
        const id = await place(now, pair)
        const working = await read(now, id)
        expect(working).toMatchObject({ brokerId: id, strategy: 'OCO', symbol: null })
        expect(isOrderOf(pair, working)).toBe(true)
        expect((await listOrders(now)).filter((one) => isOrderOf(pair, one)).map(({ brokerId }) => brokerId)).toEqual([
          id,
        ])
        expect((await cancel(now, id)).outcome).toBe('TAKEN')
        expect(statesOf(await read(now, id))).toEqual(['CANCELED', 'CANCELED'])
      },
    )

    test.runIf(hasPairs)(
      `a pair that nothing is held for fails with a reason${skippedWithout(hasPairs, 'it takes no pairs')}`,
      async () => {
        const now = ground()
        const sent = await send(now, pair)
        // Some brokerages refuse it, others take it and reject it then.
        const end =
          sent.outcome === 'REFUSED' ? { status: 'REJECTED', description: sent.reason } : await read(now, takenId(sent))
        expect(end).toMatchObject({ status: 'REJECTED', description: expect.stringMatching(/\w/) as string })
      },
    )

    test.runIf(hasLegs)(
      `legs are placed together at a net price and filled together${skippedWithout(hasLegs, 'it takes no order of several legs')}`,
      async () => {
        const now = ground()
        quoteLegs(now, 4, 1)
        const id = await place(now, spread)
        const waiting = await read(now, id)
        expect(waiting).toMatchObject({ legCount: 2, orderType: 'NET_DEBIT', price: '2.5', quantity: '2' })
        expect(isOrderOf(spread, waiting)).toBe(true)
        now.bench.clock.advance(60_000)
        quoteLegs(now, 3, 1)
        const filled = await read(now, id)
        expect(filled).toMatchObject({ status: 'FILLED', filledQuantity: '2' })
        expect(isOrderOf(spread, filled)).toBe(true)
        const { positions } = await now.broker.readAccount(now.access, now.account.hashValue)
        expect(positions.map(({ symbol, quantity }) => [symbol, quantity])).toEqual(
          expect.arrayContaining([
            [near, '2'],
            [far, '-2'],
          ]),
        )
      },
    )

    test.runIf(hasLegs)(
      `legs for a credit and at even are read back as such${skippedWithout(hasLegs, 'it takes no order of several legs')}`,
      async () => {
        const now = ground()
        quoteLegs(now, 4, 1)
        const [near_, far_] = spread.legs
        const written: LegsDraft = {
          ...spread,
          legs: [
            { ...near_!, instruction: 'SELL_TO_OPEN' },
            { ...far_!, instruction: 'BUY_TO_OPEN' },
          ],
          price: { type: 'NET_CREDIT', net: '3.5' },
        }
        for (const draft of [written, { ...spread, price: { type: 'NET_ZERO' } } as const]) {
          const id = await place(now, draft)
          expect(isOrderOf(draft, await read(now, id))).toBe(true)
          await cancel(now, id)
        }
      },
    )

    const kinds: readonly (readonly [name: string, draft: OrderDraft, isTaken: boolean])[] = [
      ['bracket', bracket, hasPairs],
      ['pair', pair, hasPairs],
      ['order of several legs', spread, hasLegs],
    ]
    test.each(kinds.filter(([, , isTaken]) => isTaken))(
      'a %s whose answer is lost is recognised in the list, and there once',
      async (_name, draft) => {
        const now = ground()
        if (draft.kind === 'PAIR') await place(now, order())
        if (draft.kind === 'LEGS') quoteLegs(now, 4, 1)
        const known = new Set((await listOrders(now)).map(({ brokerId }) => brokerId))
        const reference = newReference()
        now.bench.line.disturb('lost answer', 1)
        expect(await send(now, draft, reference)).toMatchObject({ outcome: 'LOST' })
        const found = (await listOrders(now)).filter((one) => !known.has(one.brokerId) && isOrderOf(draft, one))
        expect(found).toHaveLength(1)
        if (!keepsReferences) return
        const named = await now.broker.findOrder!(now.access, now.account.hashValue, { reference, draft })
        expect(named?.brokerId).toBe(found[0]?.brokerId)
      },
    )
  })

  describe('orders of other hours', () => {
    test.each(extendedSessions)('an order of the session %s is read back with it', async (session) => {
      const now = ground()
      const draft = order({ price: { type: 'LIMIT', limitPrice: '49' }, duration: 'DAY', session })
      expect(await read(now, await place(now, draft))).toMatchObject({ session, orderType: 'LIMIT' })
    })

    test.runIf(hasGoodTill)(
      `an order that is good till a day is read back with it, and expires with it${skippedWithout(hasGoodTill, 'it knows no order that is good till a day')}`,
      async () => {
        const now = ground()
        const goodTill = addCalendarDays(newYorkDateAt(toEpochMs(now.bench.clock.nowMs())), 3)
        const id = await place(now, order({ ...restingTime, goodTill, price: { type: 'LIMIT', limitPrice: '1' } }))
        const plain = await place(now, order({ ...restingTime, price: { type: 'LIMIT', limitPrice: '2' } }))
        expect([(await read(now, id)).goodTill, (await read(now, plain)).goodTill]).toEqual([
          expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          null,
        ])
        now.bench.clock.advance(4 * dayMs)
        expect([(await read(now, id)).status, (await read(now, plain)).status]).toEqual(['EXPIRED', 'WORKING'])
      },
    )
  })
}

function move({ bench }: BrokerGround, price: number): void {
  bench.clock.advance(60_000)
  bench.setPrice('ACME', price)
}

function quoteLegs({ bench }: BrokerGround, one: number, other: number): void {
  bench.setPrice(near, one)
  bench.setPrice(far, other)
}

/** Returns the orders of a tree that have terms, the entry first, a target before a stop. */
const leavesOf = (tree: BrokerOrder): BrokerOrder[] =>
  [tree, ...tree.children.flatMap(leavesOf)]
    .filter(({ symbol }) => symbol !== null)
    .toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ instruction, orderType }: BrokerOrder): number =>
  instruction === 'BUY' ? 0 : orderType === 'LIMIT' ? 1 : 2

const statesOf = (tree: BrokerOrder): string[] => leavesOf(tree).map(({ status }) => status)

const cancel = ({ broker, access, account }: BrokerGround, id: string) =>
  broker.cancelOrder(access, account.hashValue, id)
