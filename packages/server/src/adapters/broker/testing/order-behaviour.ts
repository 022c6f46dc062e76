// Orders: each type placed and read back, each status, replaced, cancelled, previewed, and words that are new.
import { describe, expect, test } from 'vitest'
import { orderStatuses, ticketOrderTypes, toEpochMs, type OrderTerms, type TicketOrderType } from '@clubfolio/domain'
import type { BrokerOrder, OrderSending } from '../port.ts'
import type { BrokerGround, BrokerTraits } from './broker-bench.ts'
import { around, dayMs, listOrders, newReference, order, place, read, send, takenId } from './expected.ts'

interface Example {
  readonly terms: Partial<OrderTerms>
  /** As it is read back before it fills; a market order fills at once. */
  readonly waiting: Partial<BrokerOrder>
  /** The price of ACME at which it fills. */
  readonly fillsAt: number
}

const resting = 'GOOD_TILL_CANCEL'
const untouched = {
  status: 'WORKING',
  filledQuantity: '0',
  remainingQuantity: '10',
  averageFillPrice: null,
  closedMs: null,
  isCancelable: true,
} as const

/** An exercise is for options alone: `option-exercise.test.ts`. */
type ShareOrderType = Exclude<TicketOrderType, 'EXERCISE'>
const isShareType = (type: TicketOrderType): type is ShareOrderType => type !== 'EXERCISE'

/** One of each type that we send for shares. A type that is missing does not compile. */
const examples: Readonly<Record<ShareOrderType, Example>> = {
  MARKET: { terms: {}, waiting: { price: null, stopPrice: null }, fillsAt: 50 },
  LIMIT: {
    terms: { price: { type: 'LIMIT', limitPrice: '49' }, duration: resting },
    waiting: { price: '49', stopPrice: null, ...untouched },
    fillsAt: 48,
  },
  STOP: {
    terms: { price: { type: 'STOP', stopPrice: '51' }, duration: resting },
    waiting: { price: null, stopPrice: '51', ...untouched },
    fillsAt: 52,
  },
  STOP_LIMIT: {
    terms: { price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '53' }, duration: resting },
    waiting: { price: '53', stopPrice: '51', ...untouched },
    fillsAt: 52,
  },
  TRAILING_STOP: {
    terms: { price: { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } }, duration: resting },
    waiting: { price: null, trail: { offset: '2', unit: 'DOLLARS' }, ...untouched },
    fillsAt: 53,
  },
}
const limit = examples.LIMIT.terms
const protection: OrderTerms = {
  ...order().terms,
  instruction: 'SELL',
  price: { type: 'STOP', stopPrice: '45' },
  duration: resting,
}

export function describeOrders({ entryType }: BrokerTraits, ground: () => BrokerGround): void {
  const entry: Partial<OrderTerms> = { ...examples[entryType].terms, duration: resting }
  describe('orders', () => {
    test.each(ticketOrderTypes.filter(isShareType))(
      'a %s order is read back with its terms, and filled at its price',
      async (type) => {
        const now = ground()
        const { terms, waiting, fillsAt } = examples[type]
        const id = await place(now, order(terms))
        const before = await read(now, id)
        expect(before).toMatchObject({
          brokerId: id,
          strategy: 'SINGLE',
          symbol: 'ACME',
          assetType: 'EQUITY',
          legCount: 1,
          legs: [],
          instruction: 'BUY',
          orderType: type,
          session: 'NORMAL',
          duration: order(terms).terms.duration,
          quantity: '10',
          children: [],
          ...waiting,
        })
        expect(Math.abs(before.enteredMs - now.bench.clock.nowMs())).toBeLessThan(60_000)
        now.bench.clock.advance(60_000)
        now.bench.setPrice('ACME', fillsAt)
        const after = await read(now, id)
        expect(after).toMatchObject({ status: 'FILLED', filledQuantity: '10', remainingQuantity: '0' })
        expect(Math.abs(Number(after.averageFillPrice) - fillsAt)).toBeLessThan(0.1)
        expect(after.closedMs).not.toBeNull()
      },
    )

    test('an order that is filled in part works on with the rest, and keeps the part when it is cancelled', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const id = await place(now, order(limit))
      bench.fillInParts(true)
      bench.clock.advance(60_000)
      bench.setPrice('ACME', 48)
      await read(now, id)
      bench.setPrice('ACME', 50)
      const part = await read(now, id)
      const filled = Number(part.filledQuantity)
      expect([filled > 0, filled < 10]).toEqual([true, true])
      expect(part).toMatchObject({
        status: 'WORKING',
        quantity: '10',
        remainingQuantity: String(10 - filled),
        isCancelable: true,
        closedMs: null,
      })
      expect(Math.abs(Number(part.averageFillPrice) - 48)).toBeLessThan(0.1)
      const trades = await broker.listTransactions(access, account.hashValue, ...around(now))
      const bought = trades.filter(({ kind, orderId }) => kind === 'TRADE' && orderId === id)
      expect(bought.reduce((sum, { security }) => sum + Number(security?.quantity), 0)).toBe(filled)
      expect((await cancelled(now, id)).outcome).toBe('TAKEN')
      expect(await read(now, id)).toMatchObject({
        status: 'CANCELED',
        filledQuantity: part.filledQuantity,
        remainingQuantity: '0',
      })
    })

    test('an entry holds its stop, which works once the entry is filled', async () => {
      const now = ground()
      const id = await place(now, order(entry, protection))
      const child = { symbol: 'ACME', instruction: 'SELL', orderType: 'STOP', stopPrice: '45', price: null }
      expect(await read(now, id)).toMatchObject({
        strategy: 'TRIGGER',
        status: 'WORKING',
        children: [{ ...child, status: 'AWAITING_PARENT_ORDER', children: [] }],
      })
      now.bench.clock.advance(60_000)
      now.bench.setPrice('ACME', examples[entryType].fillsAt)
      expect(await read(now, id)).toMatchObject({ status: 'FILLED', children: [{ ...child, status: 'WORKING' }] })
    })

    test('the stop of an entry that is cancelled goes with it', async () => {
      const now = ground()
      const id = await place(now, order(entry, protection))
      expect((await cancelled(now, id)).outcome).toBe('TAKEN')
      expect(await read(now, id)).toMatchObject({ status: 'CANCELED', children: [{ status: 'CANCELED' }] })
    })

    test('selling short and buying to cover keep their names', async () => {
      const now = ground()
      const short = await place(now, order({ instruction: 'SELL_SHORT' }))
      const cover = await place(now, order({ ...limit, instruction: 'BUY_TO_COVER' }))
      expect((await read(now, short)).instruction).toBe('SELL_SHORT')
      expect((await read(now, cover)).instruction).toBe('BUY_TO_COVER')
    })

    test('a replacement takes the place of the old order under an id of its own', async () => {
      const now = ground()
      const old = await place(now, order(limit))
      const { broker, access, account } = now
      const next = takenId(
        await broker.replaceOrder(access, account.hashValue, {
          brokerId: old,
          draft: order({ ...limit, price: { type: 'LIMIT', limitPrice: '48' }, quantity: '7' }),
          reference: newReference(),
        }),
      )
      expect(next).not.toBe(old)
      expect((await read(now, old)).status).toBe('REPLACED')
      expect(await read(now, next)).toMatchObject({ status: 'WORKING', price: '48', quantity: '7' })
    })

    test('a cancelled order is over; cancelling or replacing it again is refused with a reason', async () => {
      const now = ground()
      const { broker, access, account } = now
      const id = await place(now, order(limit))
      expect((await cancelled(now, id)).outcome).toBe('TAKEN')
      expect(await read(now, id)).toMatchObject({ status: 'CANCELED', remainingQuantity: '0', isCancelable: false })
      const refused = { outcome: 'REFUSED', reason: expect.stringMatching(/\w/) as string }
      expect(await cancelled(now, id)).toEqual(refused)
      const replacement = { brokerId: id, draft: order({ ...limit, quantity: '7' }), reference: newReference() }
      expect(await broker.replaceOrder(access, account.hashValue, replacement)).toEqual(refused)
    })

    test('selling more than is held fails with a reason', async () => {
      const now = ground()
      const sent = await send(now, order({ instruction: 'SELL' }))
      // Some brokerages refuse it, others take it and reject it then.
      const end =
        sent.outcome === 'REFUSED' ? { status: 'REJECTED', description: sent.reason } : await readTaken(now, sent)
      expect(end).toMatchObject({ status: 'REJECTED', description: expect.stringMatching(/\w/) as string })
    })

    test('an order for the day expires with the day', async () => {
      const now = ground()
      const id = await place(now, order({ ...limit, duration: 'DAY' }))
      now.bench.clock.advance(dayMs)
      expect(await read(now, id)).toMatchObject({ status: 'EXPIRED', remainingQuantity: '0' })
    })

    test('the list has every order of its span, whatever became of it, and no other', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const ids = [await place(now, order()), await place(now, order(limit))]
      const third = await place(now, order(limit))
      await cancelled(now, third)
      const found = await listOrders(now)
      expect(found.map(({ brokerId }) => brokerId).toSorted()).toEqual([...ids, third].toSorted())
      for (const one of found) expect(await read(now, one.brokerId)).toEqual(one)
      const fromMs = toEpochMs(bench.clock.nowMs() - 300 * dayMs)
      expect(await broker.listOrders(access, account.hashValue, fromMs, toEpochMs(fromMs + dayMs))).toEqual([])
    })

    test('a preview lists what would be rejected, and places nothing', async () => {
      const now = ground()
      const { broker, access, account } = now
      const preview = (terms: Partial<OrderTerms>) =>
        broker.previewOrder(access, account.hashValue, order({ ...limit, ...terms }))
      expect(await preview({})).toMatchObject({ rejects: [] })
      expect((await preview({ instruction: 'SELL' })).rejects).toEqual([expect.stringMatching(/\w/)])
      expect(await listOrders(now)).toEqual([])
    })
  })

  describe('words of the brokerage', () => {
    test('every status has its word', async () => {
      const now = ground()
      const id = await place(now, order(limit))
      const spelled = orderStatuses.filter((status) => now.bench.spell(status) !== undefined)
      expect(spelled).toEqual(
        expect.arrayContaining(['WORKING', 'FILLED', 'CANCELED', 'REPLACED', 'REJECTED', 'EXPIRED']),
      )
      for (const status of spelled) {
        now.bench.line.rewrite((body) => now.bench.strange.status(body, now.bench.spell(status) ?? ''))
        expect(await read(now, id)).toMatchObject({ status, description: null })
      }
    })

    test('a status that is new is UNKNOWN, with its text', async () => {
      const now = ground()
      const id = await place(now, order(limit))
      now.bench.line.rewrite((body) => now.bench.strange.status(body, 'FULL_MOON'))
      expect(await read(now, id)).toMatchObject({ status: 'UNKNOWN', description: 'FULL_MOON' })
    })

    test('an instruction and a kind of transaction that are new keep their text', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const id = await place(now, order())
      bench.line.rewrite((body) => bench.strange.instruction(body, 'BARTER'))
      expect((await read(now, id)).instruction).toEqual({ other: 'BARTER' })
      bench.line.rewrite((body) => bench.strange.kind(body, 'MOON_TRADE'))
      const list = await broker.listTransactions(access, account.hashValue, ...around(now))
      expect(list.map(({ kind }) => kind)).toContainEqual({ other: 'MOON_TRADE' })
      expect(list.map(({ kind }) => kind)).not.toContain('TRADE')
    })

    test('fields that are new change nothing', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const id = await place(now, order(entry, protection))
      const readAll = async () => [
        await read(now, id),
        await broker.readAccount(access, account.hashValue),
        await broker.listTransactions(access, account.hashValue, ...around(now)),
        await broker.quotes(access, ['ACME']),
      ]
      const before = await readAll()
      bench.line.rewrite((body) => bench.strange.fields(body))
      expect(await readAll()).toEqual(before)
    })
  })
}

const readTaken = (now: BrokerGround, sent: OrderSending): Promise<BrokerOrder> => read(now, takenId(sent))

const cancelled = ({ broker, access, account }: BrokerGround, id: string) =>
  broker.cancelOrder(access, account.hashValue, id)
