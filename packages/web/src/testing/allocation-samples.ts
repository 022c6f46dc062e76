// An account with a target plan, and the orders that are proposed for it. For tests.
import type { Allocation, AllocationClass, OrderProposal, ProposedOrder, TargetPlan } from '@clubfolio/contract'
import { accountId, cents } from './samples.ts'

export const samplePlan: TargetPlan = {
  grouping: 'SECTOR',
  band: { points: '5', relative: '25' },
  alerts: true,
  classes: [
    { key: 'shares', parent: null, name: 'Shares', percent: '90', leaf: null },
    {
      key: 'tech',
      parent: 'shares',
      name: 'Technology',
      percent: '50',
      leaf: { takes: ['Technology'], codes: [], holdsCash: false, rule: 'HELD', parts: [] },
    },
    {
      key: 'picks',
      parent: 'shares',
      name: 'Own picks',
      percent: '50',
      leaf: {
        takes: [],
        codes: ['SBLR', 'QUI'],
        holdsCash: false,
        rule: 'FIXED',
        parts: [
          { code: 'SBLR', percent: '60' },
          { code: 'QUI', percent: '40' },
        ],
      },
    },
    {
      key: 'cash',
      parent: null,
      name: 'Cash',
      percent: '10',
      leaf: { takes: [], codes: [], holdsCash: true, rule: 'HELD', parts: [] },
    },
  ],
}

const sampleClass = (
  fields: Pick<AllocationClass, 'key' | 'name'> & Partial<AllocationClass>,
  [value, target]: readonly [number, number],
): AllocationClass => ({
  parent: null,
  level: 0,
  isLeaf: true,
  rule: 'HELD',
  value: cents(value),
  part: value / 1_000,
  target: target / 1_000,
  targetValue: cents(target),
  driftPoints: (value - target) / 1_000,
  drift: cents(value - target),
  percent: null,
  relativeDrift: null,
  isWithinBand: Math.abs(value - target) <= 5_000,
  instruments: [],
  ...fields,
})

/** An account of 100,000.00: Technology is above its band, Own picks below. */
export const sampleAllocation = (fields: Partial<Allocation> = {}): Allocation => ({
  accountId,
  accountNumber: '8841-2207',
  currency: 'USD',
  value: cents(100_000),
  cash: cents(12_000),
  readAt: Date.parse('2026-03-04T15:00:00Z'),
  version: 3,
  grouping: 'SECTOR',
  band: { points: 5, relative: 25 },
  outside: 2,
  classes: [
    sampleClass({ key: 'shares', name: 'Shares', isLeaf: false, rule: null }, [88_000, 90_000]),
    sampleClass(
      {
        key: 'tech',
        name: 'Technology',
        parent: 'shares',
        level: 1,
        instruments: [
          {
            kind: 'SHARE',
            code: 'FLUX',
            name: 'Fluxworks',
            quantity: '600.000000',
            lastPrice: '90.000000',
            value: cents(54_000),
            part: 54,
            target: 45,
            targetValue: cents(45_000),
            driftPoints: 9,
            drift: cents(9_000),
          },
        ],
      },
      [54_000, 45_000],
    ),
    sampleClass({ key: 'picks', name: 'Own picks', parent: 'shares', level: 1, rule: 'FIXED' }, [34_000, 45_000]),
    sampleClass({ key: 'cash', name: 'Cash' }, [12_000, 10_000]),
    sampleClass({ key: 'unclassified', name: 'Unclassified' }, [0, 0]),
  ],
  ...fields,
})

const gain = { shortTerm: cents(120), longTerm: cents(-30), total: cents(90), isComplete: true }

export const sampleSale: ProposedOrder = {
  accountNumber: '8841-2207',
  code: 'FLUX',
  directionality: 'SELL',
  quantity: '100',
  name: 'Fluxworks',
  price: '90.000000',
  value: cents(9_000),
  fee: cents(1),
  classKey: 'tech',
  className: 'Technology',
  reason: 'Technology is $9,000.00 above its target.',
  closesPart: false,
  waitsForSales: false,
  gain,
  lots: [
    {
      openedDay: '2025-11-03',
      quantity: '60',
      cost: cents(5_280),
      proceeds: cents(5_400),
      gain: cents(120),
      term: 'SHORT_TERM',
    },
    {
      openedDay: '2024-05-06',
      quantity: '40',
      cost: cents(3_630),
      proceeds: cents(3_600),
      gain: cents(-30),
      term: 'LONG_TERM',
    },
  ],
}

export const samplePurchase: ProposedOrder = {
  ...sampleSale,
  code: 'SBLR',
  directionality: 'BUY',
  quantity: '200.5',
  name: 'Sable Rail',
  price: '50.000000',
  value: cents(10_025),
  classKey: 'picks',
  className: 'Own picks',
  reason: 'Own picks is $11,000.00 below its target.',
  waitsForSales: true,
  gain: null,
  lots: [],
}

export const sampleProposal = (fields: Partial<OrderProposal> = {}): OrderProposal => ({
  version: 3,
  mode: 'REBALANCE',
  accountNumber: '8841-2207',
  currency: 'USD',
  value: cents(100_000),
  cash: cents(12_000),
  buyingPower: cents(60_000),
  spendable: cents(2_000),
  readAt: Date.parse('2026-03-04T15:00:00Z'),
  quantityDecimals: 6,
  smallestOrder: cents(100),
  isWithinBands: false,
  orders: [sampleSale, samplePurchase],
  fees: cents(2),
  spread: cents(3),
  sales: cents(9_000),
  purchases: cents(10_025),
  cashAfter: cents(10_970),
  valueAfter: cents(99_995),
  leaves: [
    {
      key: 'tech',
      name: 'Technology',
      value: cents(54_000),
      valueAfter: cents(45_000),
      targetValue: cents(45_000),
      isWithinBand: false,
      isWithinBandAfter: true,
    },
    {
      key: 'picks',
      name: 'Own picks',
      value: cents(34_000),
      valueAfter: cents(44_025),
      targetValue: cents(45_000),
      isWithinBand: false,
      isWithinBandAfter: true,
    },
  ],
  gain,
  notes: [{ kind: 'NO_PRICE', code: 'QUI', text: 'QUI has no price, so it is not bought.' }],
  ...fields,
})
