// Whole trades for tests, of which a test states what matters to it.
import type { TradeDetail, TradeFigures, TradeRow, TradeStatisticsReply } from '@clubfolio/contract'
import { accountId, cents } from '../../testing/samples.ts'

/** 100 ACME, long from 2026-02-02 to 2026-02-06: bought at 50.00, sold at 53.00, first stop 48.00. */
export const sampleTrade = (fields: Partial<TradeRow> = {}): TradeRow => ({
  accountId,
  tradeId: '1001',
  underlying: 'ACME',
  codes: ['ACME'],
  side: 'LONG',
  openedAt: Date.parse('2026-02-02T15:00:00Z'),
  openedDay: '2026-02-02',
  closedAt: Date.parse('2026-02-06T15:30:00Z'),
  closedDay: '2026-02-06',
  quantity: 100,
  entryPrice: 50,
  exitPrice: 53,
  fees: cents(2),
  result: cents(298),
  resultPercent: 5.96,
  r: 1.49,
  missingR: null,
  setup: '',
  tags: [],
  hasNote: false,
  ...fields,
})

const sampleFill = (fields: Partial<TradeDetail['fills'][number]>): TradeDetail['fills'][number] => ({
  id: '1001',
  code: 'ACME',
  at: Date.parse('2026-02-02T15:00:00Z'),
  day: '2026-02-02',
  role: 'ENTRY',
  quantity: 100,
  price: 50,
  amount: cents(-5_000),
  fees: cents(1),
  orderId: '77',
  chartPrice: 50,
  chartQuantity: 100,
  ...fields,
})

export const sampleDetail = (fields: Partial<TradeDetail> = {}): TradeDetail => ({
  trade: sampleTrade(),
  note: '',
  stop: { orderId: '78', price: 48, risk: cents(200) },
  excursion: {
    best: { amount: cents(340), price: 53.4, at: Date.parse('2026-02-05T21:00:00Z'), r: 1.7 },
    worst: { amount: cents(-90), price: 49.1, at: Date.parse('2026-02-03T21:00:00Z'), r: -0.45 },
    source: 'DAYS',
  },
  chartCode: 'ACME',
  fills: [
    sampleFill({}),
    sampleFill({
      id: '1002',
      at: Date.parse('2026-02-06T15:30:00Z'),
      day: '2026-02-06',
      role: 'EXIT',
      quantity: -100,
      price: 53,
      amount: cents(5_300),
      chartPrice: 53,
      chartQuantity: -100,
    }),
  ],
  orders: [
    {
      orderId: '78',
      code: 'ACME',
      instruction: 'SELL',
      orderType: 'STOP',
      status: 'CANCELED',
      quantity: 100,
      price: null,
      stopPrice: 48,
      enteredAt: Date.parse('2026-02-02T15:00:00Z'),
      closedAt: Date.parse('2026-02-06T15:30:00Z'),
    },
  ],
  ...fields,
})

const sampleFigures = (fields: Partial<TradeFigures> = {}): TradeFigures => ({
  count: 3,
  wins: 2,
  losses: 1,
  result: cents(450),
  winPercent: 66.67,
  averageWin: cents(300),
  averageLoss: cents(-150),
  expectancy: cents(150),
  profitFactor: 4,
  rCount: 2,
  totalR: 0.49,
  expectancyR: 0.24,
  ...fields,
})

export const sampleStatistics = (fields: Partial<TradeStatisticsReply> = {}): TradeStatisticsReply => ({
  total: sampleFigures(),
  openCount: 1,
  unknownCount: 0,
  groups: {
    tag: [],
    setup: [],
    code: [{ key: 'ACME', ...sampleFigures() }],
    side: [{ key: 'LONG', ...sampleFigures() }],
    weekday: [{ key: '1', ...sampleFigures() }],
    holdingTime: [
      { key: 'MONTH', ...sampleFigures({ count: 1 }) },
      { key: 'DAY', ...sampleFigures({ count: 2 }) },
    ],
  },
  distribution: [
    { from: null, until: -3, count: 0 },
    { from: -1, until: -0.5, count: 1 },
    { from: 1, until: 1.5, count: 1 },
    { from: 5, until: null, count: 0 },
  ],
  curve: [
    [Date.parse('2026-02-06T15:30:00Z'), 1.49],
    [Date.parse('2026-02-10T15:30:00Z'), 0.49],
  ],
  drawdownR: 1,
  openDrawdownR: 1,
  best: sampleTrade(),
  worst: sampleTrade({ tradeId: '2001', underlying: 'WRST', codes: ['WRST'], result: cents(-150), r: -1 }),
  days: [
    { day: '2026-02-06', count: 2, wins: 2, result: cents(600), totalR: 1.49 },
    { day: '2026-02-10', count: 1, wins: 0, result: cents(-150), totalR: -1 },
  ],
  setups: ['Breakout'],
  tags: ['late'],
  ...fields,
})
