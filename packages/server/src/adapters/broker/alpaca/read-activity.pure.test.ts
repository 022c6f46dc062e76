// Activities of an account as transactions.
import { describe, expect, test } from 'vitest'
import { isCashMovement, isCorporateAction, isDelivery } from '../../../features/account/movement-kind.ts'
import { ActivitiesAnswer } from './read-activity.ts'

const read = (...wire: readonly object[]) => ActivitiesAnswer.parse(wire)
const booking = (type: string, more: object = {}) =>
  read({ id: '20260304093015250::x', activity_type: type, date: '2026-03-04', net_amount: '0', ...more })
    .transactions[0]!

describe('a fill', () => {
  const fill = {
    id: '20260304100000000::f',
    activity_type: 'FILL',
    transaction_time: '2026-03-04T15:00:00.5Z',
    type: 'partial_fill',
    price: '174.785',
    qty: '3',
    side: 'sell_short',
    symbol: 'ACME',
    order_id: 'an order',
  }

  test('is a trade of its order, with its signed quantity and money', () => {
    expect(read(fill).transactions).toEqual([
      {
        brokerId: '20260304100000000::f',
        occurredMs: Date.parse('2026-03-04T15:00:00.500Z'),
        tradeDate: null,
        kind: 'TRADE',
        description: 'Sold 3 ACME at $174.79',
        netAmountCents: 52_436n,
        feeCents: 0n,
        orderId: 'an order',
        about: { symbol: 'ACME', assetType: 'EQUITY' },
        security: { symbol: 'ACME', assetType: 'EQUITY', multiplier: 1, quantity: '-3', price: '174.785' },
      },
    ])
  })

  test('of an option counts a hundred shares a contract', () => {
    const [option] = read({ ...fill, symbol: 'ACME261218C00250000', price: '1.50', side: 'buy' }).transactions
    expect(option).toMatchObject({
      netAmountCents: -45_000n,
      security: { symbol: 'ACME  261218C00250000', assetType: 'OPTION', multiplier: 100, quantity: '3' },
    })
  })
})

describe('a booking', () => {
  test.each([
    ['CSD', '250.25', 'CASH_RECEIPT'],
    ['CSW', '-250', 'CASH_DISBURSEMENT'],
    ['TRANS', '250', 'CASH_RECEIPT'],
    ['TRANS', '-250', 'CASH_DISBURSEMENT'],
    ['JNLC', '-250', 'JOURNAL'],
    ['ACATC', '250', 'ELECTRONIC_FUND'],
  ])('%s of %s is money from or to the outside', (type, amount, kind) => {
    const one = booking(type, { net_amount: amount })
    expect(one).toMatchObject({ kind, security: null, about: null, feeCents: 0n })
    expect(one.netAmountCents).toBe(BigInt(Math.round(Number(amount) * 100)))
    expect(isCashMovement(one)).toBe(true)
  })

  test.each(['DIV', 'DIVNRA', 'DIVROC', 'INT', 'INTNRA'])('%s is income, and moves no share', (type) => {
    const one = booking(type, { symbol: 'ACME', qty: '40', per_share_amount: '0.51', net_amount: '20.4' })
    expect(one).toMatchObject({
      kind: 'DIVIDEND_OR_INTEREST',
      netAmountCents: 2_040n,
      about: { symbol: 'ACME' },
      security: null,
      tradeDate: '2026-03-04',
    })
    expect(isCashMovement(one)).toBe(false)
  })

  test('a fee is a fee of its amount, and no movement; a rebate has none', () => {
    const fee = booking('FEE', { activity_sub_type: 'TAF', net_amount: '-0.02' })
    expect(fee).toMatchObject({ kind: 'FEE', netAmountCents: -2n, feeCents: 2n })
    expect(isCashMovement(fee)).toBe(false)
    expect(booking('PTR', { net_amount: '0.05' })).toMatchObject({ kind: 'FEE', netAmountCents: 5n, feeCents: 0n })
  })

  test.each(['SPLIT', 'SSP', 'SPIN', 'SSO', 'MA', 'NC', 'SC', 'REORG'])(
    '%s moves shares as a corporate action',
    (type) => {
      const one = booking(type, { symbol: 'ACME', qty: '30', net_amount: '0.5' })
      expect(one).toMatchObject({ netAmountCents: 50n, security: { symbol: 'ACME', quantity: '30', price: null } })
      expect([isCorporateAction(one), isDelivery(one)]).toEqual([true, false])
    },
  )

  test.each(['ACATS', 'JNLS', 'FOPT'])('%s delivers shares', (type) => {
    const one = booking(type, { symbol: 'ACME', qty: '-30', price: '50' })
    expect(one).toMatchObject({ security: { quantity: '-30', price: '50' } })
    expect([isCorporateAction(one), isDelivery(one)]).toEqual([false, true])
  })

  test('of a kind that is new keeps its text and moves nothing', () => {
    expect(booking('MOON', { symbol: 'ACME', qty: '5', net_amount: '7' })).toMatchObject({
      kind: { other: 'MOON' },
      security: null,
      netAmountCents: 700n,
      description: 'MOON ACME',
    })
  })

  test('that was taken back is left out, and still counts on its page', () => {
    const page = read({ id: 'c', activity_type: 'DIV', date: '2026-03-04', net_amount: '1', status: 'canceled' })
    expect(page).toEqual({ count: 1, lastId: 'c', transactions: [] })
  })
})

describe('when it happened', () => {
  test('is its instant, or when it was made, or what its id begins with in New York, or noon of its day', () => {
    const at = (more: object) => new Date(booking('DIV', more).occurredMs).toISOString()
    expect(at({ created_at: '2026-03-05T14:01:04.650275Z' })).toBe('2026-03-05T14:01:04.650Z')
    expect(at({})).toBe('2026-03-04T14:30:15.250Z')
    expect(at({ id: 'no stamp' })).toBe('2026-03-04T17:00:00.000Z')
  })

  test('has to be known', () => {
    expect(ActivitiesAnswer.safeParse([{ id: 'x', activity_type: 'DIV', net_amount: '1' }]).success).toBe(false)
  })
})
