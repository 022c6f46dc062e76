// The journal: an account's trades as round trips, with the user's setup, tags and note, and statistics over them.
// Source: docs/rules/trading.md, "Journal".
import { holdingTimes, missingRs } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply, note } from './field.ts'
import { orderStatus } from './order-listed.ts'
import { route } from './route.ts'
import { day, dayOrNull, dollars, instant, percent } from './wire.ts'

const side = z.enum(['LONG', 'SHORT'])
/** R has two decimals. */
const r = z.number()
const givenR = z.number('Enter a number of R.').min(-1_000_000).max(1_000_000)

const accountIds = z.array(id).min(1, 'Choose at least one account.').max(50, 'At most 50 accounts at once.')

export const setupLength = 60
export const tagLength = 30
export const tagLimit = 20
export const tradeNoteLength = 4_000

/** Null everywhere means every trade. Amounts are added up, so the accounts share one currency. */
export const TradeFilter = z
  .object({
    accountIds,
    /** Days on which trades were closed, both included; open trades are outside of every range. */
    fromDate: dayOrNull,
    toDate: dayOrNull,
    state: z.enum(['OPEN', 'CLOSED']).nullable(),
    /** A code or the underlying of contracts. */
    code: line(24, 'Symbol').toUpperCase().nullable(),
    side: side.nullable(),
    result: z.enum(['WIN', 'LOSS', 'EVEN']).nullable(),
    setup: line(setupLength, 'Setup').nullable(),
    tag: line(tagLength, 'Tag').nullable(),
    /** Day of the week of the entry, 1 for Monday. */
    weekday: z.number().int().min(1).max(7).nullable(),
    holdingTime: z.enum(holdingTimes).nullable(),
    /** How far the trade was in profit and in loss while it was open, in dollars and in R. */
    minBest: dollars.nullable(),
    maxWorst: dollars.nullable(),
    minBestR: givenR.nullable(),
    maxWorstR: givenR.nullable(),
  })
  .meta({ id: 'TradeFilter' })
export type TradeFilter = z.output<typeof TradeFilter>

export const TradeRow = z
  .object({
    accountId: z.string(),
    tradeId: z.string(),
    underlying: z.string(),
    /** One code, or those of the legs of a spread. */
    codes: z.array(z.string()),
    side,
    /** Null for what was held before the first known transaction. */
    openedAt: instant.nullable(),
    openedDay: day.nullable(),
    /** Null while it is open. */
    closedAt: instant.nullable(),
    closedDay: day.nullable(),
    /** All entries together, in the shares of the opening; of a spread its smallest leg. */
    quantity: z.number(),
    /** Averages in the shares of the opening; of a spread the net price. Null if unknown. */
    entryPrice: z.number().nullable(),
    exitPrice: z.number().nullable(),
    fees: dollars,
    /** Profit less fees, of an open trade for what was closed so far; null where a cost is unknown. */
    result: dollars.nullable(),
    /** Of what was paid, or brought in by selling first. */
    resultPercent: percent.nullable(),
    /** One R: what is lost at the first stop, of a spread at most at its expiration; null without either. */
    risk: dollars.nullable(),
    r: r.nullable(),
    /** Why it has no R; null where it has one. */
    missingR: z.enum(missingRs).nullable(),
    /** The best and worst result while it was open, before fees; null without bars, and until they are measured. */
    best: dollars.nullable(),
    worst: dollars.nullable(),
    bestR: r.nullable(),
    worstR: r.nullable(),
    setup: z.string(),
    tags: z.array(z.string()),
    hasNote: z.boolean(),
  })
  .meta({ id: 'TradeRow' })
export type TradeRow = z.output<typeof TradeRow>

/** The orders a page may have. Trades without the figure come last. */
export const tradeOrders = [
  'closed',
  'opened',
  'code',
  'quantity',
  'result',
  'percent',
  'r',
  'held',
  'best',
  'worst',
  'bestR',
  'worstR',
] as const
export type TradeOrder = (typeof tradeOrders)[number]

/** The largest page of trades. */
export const largestTradePage = 2_000

const TradeExtreme = z.object({
  /** Profit of the whole trade before fees. */
  amount: dollars,
  /** In the shares of the opening. */
  price: z.number(),
  at: instant,
  r: r.nullable(),
})

export const TradeDetail = z
  .object({
    trade: TradeRow,
    note: z.string(),
    /** The first stop; null where none is known. */
    stop: z.object({ orderId: z.string(), price: z.number() }).nullable(),
    excursion: z
      .object({
        best: TradeExtreme,
        worst: TradeExtreme,
        /** Minutes on the days of entry and exit, or daily bars only, of which those days count as a whole. */
        source: z.enum(['MINUTES', 'DAYS']),
      })
      .nullable(),
    /** The code whose chart shows the trade; null while charts show another market than the account's. */
    chartCode: z.string().nullable(),
    fills: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        at: instant,
        day,
        role: z.enum(['ENTRY', 'EXIT', 'SPLIT']),
        /** Signed, in the shares of its time. */
        quantity: z.number(),
        /** Null for a delivery and a split. */
        price: z.number().nullable(),
        /** Cash before fees, negative for a purchase. */
        amount: dollars.nullable(),
        fees: dollars,
        orderId: z.string().nullable(),
        /** In the split-adjusted shares of the chart. */
        chartPrice: z.number().nullable(),
        chartQuantity: z.number(),
      }),
    ),
    orders: z.array(
      z.object({
        orderId: z.string(),
        code: z.string(),
        instruction: z.string(),
        orderType: z.string(),
        status: orderStatus,
        quantity: z.number().nullable(),
        price: z.number().nullable(),
        stopPrice: z.number().nullable(),
        enteredAt: instant,
        closedAt: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'TradeDetail' })
export type TradeDetail = z.output<typeof TradeDetail>

export const TradeFigures = z
  .object({
    count: z.number().int(),
    wins: z.number().int(),
    losses: z.number().int(),
    result: dollars,
    winPercent: percent.nullable(),
    averageWin: dollars.nullable(),
    /** Negative. */
    averageLoss: dollars.nullable(),
    /** Result of an average trade. */
    expectancy: dollars.nullable(),
    /** Sum of the wins / sum of the losses; null without a loss. */
    profitFactor: z.number().nullable(),
    /** Number of trades that have R, their sum and their average. */
    rCount: z.number().int(),
    totalR: r,
    expectancyR: r.nullable(),
    /** Number of trades that bars have measured, which the following count. */
    measuredCount: z.number().int(),
    /** The worst of an average win while it was open, and the best of an average loss. */
    averageWorstOfWins: dollars.nullable(),
    averageWorstOfWinsR: r.nullable(),
    averageBestOfLosses: dollars.nullable(),
    averageBestOfLossesR: r.nullable(),
    /** Results of the wins / their best results. */
    bestKeptPercent: percent.nullable(),
  })
  .meta({ id: 'TradeFigures' })
export type TradeFigures = z.output<typeof TradeFigures>

const TradeGroup = TradeFigures.extend({ key: z.string() }).meta({ id: 'TradeGroup' })
export type TradeGroup = z.output<typeof TradeGroup>

export const tradeGroupings = ['tag', 'setup', 'code', 'side', 'weekday', 'holdingTime'] as const
export type TradeGrouping = (typeof tradeGroupings)[number]

export const TradeStatisticsReply = z
  .object({
    total: TradeFigures,
    /** Trades that the figures leave out: still open, or of unknown cost. */
    openCount: z.number().int(),
    unknownCount: z.number().int(),
    /**
     * The same figures by tag, setup, underlying, side, day of the week of the entry (1 is Monday) and holding time. A
     * trade counts in each of its tags, and in no group where it has no key.
     */
    groups: z.object({
      tag: z.array(TradeGroup),
      setup: z.array(TradeGroup),
      code: z.array(TradeGroup),
      side: z.array(TradeGroup),
      weekday: z.array(TradeGroup),
      holdingTime: z.array(TradeGroup),
    }),
    /** Trades by R in steps of a half, `from` included; null beyond the outermost steps. */
    distribution: z.array(z.object({ from: r.nullable(), until: r.nullable(), count: z.number().int() })),
    /** `[epoch ms, R added up]` in the order of closing; at most 400 of them. */
    curve: z.array(z.tuple([z.number().int(), z.number()])),
    /** The deepest fall of the whole curve from a high, and how far its end lies below the high. */
    drawdownR: r,
    openDrawdownR: r,
    /** The closed trades with the greatest and the least result; null without any. */
    best: TradeRow.nullable(),
    worst: TradeRow.nullable(),
    days: z.array(z.object({ day, count: z.number().int(), wins: z.number().int(), result: dollars, totalR: r })),
    /** All that the user has given to trades of these accounts, whatever the filter. */
    setups: z.array(z.string()),
    tags: z.array(z.string()),
  })
  .meta({ id: 'TradeStatisticsReply' })
export type TradeStatisticsReply = z.output<typeof TradeStatisticsReply>

const tradeId = line(120, 'Trade')

export const journalRoutes = {
  findTrades: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/journal/find-trades',
    summary: 'One page of the trades of own accounts as round trips, in any order, and how many there are in all.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountIds' }],
    body: TradeFilter.extend({
      start: z.number().int().min(0).max(100_000_000),
      count: z.number().int().min(1).max(largestTradePage, `A page has at most ${largestTradePage} rows.`),
      orderBy: z.enum(tradeOrders),
      direction: z.enum(['ASC', 'DESC']),
    }),
    reply: z.object({ total: z.number().int(), result: z.array(TradeRow) }),
    refusals: ['notFound'],
  }),
  findTrade: route({
    method: 'GET',
    path: '/v1/api/journal/find-trade/{accountId}/{tradeId}',
    summary: 'One trade with its fills, orders, first stop and how far it was in profit and in loss.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id, tradeId }),
    reply: TradeDetail,
    refusals: ['notFound'],
  }),
  findTradeStatistics: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/journal/find-trade-statistics',
    summary: 'How often and how much the closed trades of own accounts win, as a whole and by several groupings.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountIds' }],
    body: TradeFilter,
    reply: TradeStatisticsReply,
    refusals: ['notFound'],
  }),
  saveTradeNote: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/journal/save-trade-note',
    summary: 'Keep a setup, tags and a note with a trade; empty ones are removed.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({
      accountId: id,
      tradeId,
      setup: z.union([z.literal(''), line(setupLength, 'Setup')]),
      tags: z.array(line(tagLength, 'A tag')).max(tagLimit, `A trade has at most ${tagLimit} tags.`),
      note: note(tradeNoteLength),
    }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
