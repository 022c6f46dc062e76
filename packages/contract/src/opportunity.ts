// The opportunity seeker: rows by direction, capital and risk, and the levels of one instrument with the days that
// prove them.
// Source: docs/rules/trading.md, "Opportunity seeker"; docs/rules/market.md, "Opportunities".
import { entryStates, pairFaults } from '@clubfolio/domain'
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { Computing } from './market.ts'
import { sortDirections } from './report.ts'
import { route } from './route.ts'
import { assetTypes, instrumentSymbol } from './stock.ts'
import { pathFlag, percent, quotedPipeList, wholeNumber } from './wire.ts'

export const investmentTypes = ['long', 'short'] as const
export type InvestmentType = (typeof investmentTypes)[number]

/** The columns that a page may be ordered by. */
export const opportunityOrders = [
  'name',
  'type',
  'code',
  'cusip',
  'resistance',
  'support',
  'buyPrice',
  'sellPrice',
  'volume',
  'stocks',
  'inversion',
  'distance',
] as const
export type OpportunityOrder = (typeof opportunityOrders)[number]

/** Rows per page of the seeker. */
export const opportunityPageSize = 20

const decimalText = (decimals: number, words: string) =>
  z.string().regex(new RegExp(String.raw`^\d{1,10}(\.\d{1,${decimals}})?$`), words)

/** Capital in dollars and risk in percent stay decimal text: they never go through float arithmetic. */
export const capitalText = decimalText(2, 'Enter the capital in dollars, with at most 2 decimals.').refine(
  (text) => Number(text) > 0,
  'Enter a capital above zero.',
)
export const riskText = decimalText(4, 'Enter the risk in percent, with at most 4 decimals.').refine(
  (text) => Number(text) > 0 && Number(text) <= 100,
  'Risk must be greater than zero and less than equal to 100',
)

/** `All` or `null` in a path <-> null. */
const orAll = <Value extends string | number>(inner: z.ZodType<Value, string>) =>
  z.codec(z.string(), inner.nullable(), {
    decode: (wire) => (wire === 'All' || wire === 'null' ? null : wire),
    encode: (value) => value ?? 'All',
  })

const year = z.number().int().min(1900, 'Enter a year.').max(2199, 'Enter a year.')
const listingYear = z.codec(z.string().regex(/^\d+$/, 'Enter a year.'), year, { decode: Number, encode: String })

const price = z.number()
const directed = price.optional()

export const Opportunity = z
  .object({
    instrumentName: z.string(),
    instrumentAssetType: z.enum(assetTypes),
    instrumentCode: z.string(),
    cusip: z.string().nullable(),
    resistance: price,
    support: price,
    buyPrice: price,
    sellPrice: price,
    volume: z.number(),
    cantStocks: z.number(),
    inversionValue: z.number(),
    /** Percent of the last close. */
    distance: percent,
    /** Loss at the stop, in dollars and in percent of the capital; it can exceed the requested risk. */
    trueLoss: z.number(),
    trueLossPercent: percent,
    /** The investment is above the threshold and within the capital. */
    isQualified: z.boolean(),
    /**
     * Effect of the session after the market day on the entry so far; SPLIT: the levels are in pre-split dollars. Null
     * outside a session.
     */
    entryState: z.enum([...entryStates, 'SPLIT']).nullable(),
    /** The session that the state follows; null outside one. */
    session: z.object({ day: z.string(), high: price, low: price, last: price }).nullable(),
    shortResistance: price.optional(),
    shortSupport: price.optional(),
    // The same prices and volume again, under the names of the row's direction.
    opportunity_seeker_long_resistance: directed,
    opportunity_seeker_long_support: directed,
    opportunity_seeker_long_buyPrice: directed,
    opportunity_seeker_long_sellPrice: directed,
    opportunity_seeker_long_volume: directed,
    opportunity_seeker_short_resistance: directed,
    opportunity_seeker_short_support: directed,
    opportunity_seeker_short_buyPrice: directed,
    opportunity_seeker_short_sellPrice: directed,
    opportunity_seeker_short_volume: directed,
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.output<typeof Opportunity>

const Level = z.object({
  price: price,
  /** The market days that prove it: those of its pivots, or the first that reached the extreme of 20 sessions. */
  days: z.array(z.string()),
})
const PairSide = Level.extend({ origin: z.enum(['LEVEL', 'EXTREME']) }).meta({ id: 'LevelPairSide' })
const Pair = z
  .object({
    resistance: PairSide,
    support: PairSide,
    /** Why it is not an opportunity; null when it is one. */
    fault: z.enum(pairFaults).nullable(),
  })
  .meta({ id: 'LevelPair' })

export const InstrumentLevels = z
  .object({
    code: z.string(),
    day: z.string(),
    lastClose: price,
    averageRange: price.nullable(),
    /** Bars have changed since: these levels are about to be replaced. */
    isComputing: z.boolean().optional(),
    levels: z.array(Level),
    long: Pair,
    short: Pair,
  })
  .meta({ id: 'InstrumentLevels' })
export type InstrumentLevels = z.output<typeof InstrumentLevels>

const findPath = '{investmentType}/{capital}/{risk}/{start}/{count}/{assetTypes}/{symbolOrAll}/{showOnlyQEC}/{yearIPO}'

export const opportunityRoutes = {
  find: route({
    method: 'GET',
    path: `/v1/api/opportunity-seeker/${findPath}`,
    summary:
      'The opportunities of the market day in one direction at a capital and a risk, nearest entry first, ' +
      'overtaken ones last, or ordered by a column; start is an offset in rows.',
    access: featureAccess.opportunity,
    params: z.object({
      investmentType: z.enum(investmentTypes),
      capital: capitalText,
      risk: riskText,
      start: wholeNumber(0, 1_000_000),
      count: wholeNumber(1, 1000),
      assetTypes: quotedPipeList(assetTypes),
      symbolOrAll: orAll(instrumentSymbol),
      showOnlyQEC: pathFlag,
      yearIPO: orAll(listingYear),
    }),
    /** Overtaken: the session has traded through the entry or its cancel price, or the instrument splits in it. */
    query: z.object({
      overtaken: z.enum(['show', 'hide']).default('show'),
      orderBy: z.enum(opportunityOrders).optional(),
      direction: z.enum(sortDirections).default('ASC'),
    }),
    /**
     * `overtaken` counts these rows within the filter, shown or hidden. While `computing` is there, rows and counts are
     * partial.
     */
    reply: z.object({
      total: z.number(),
      overtaken: z.number(),
      result: z.array(Opportunity),
      computing: Computing.optional(),
    }),
    plainReply: true,
  }),
  findLevels: route({
    method: 'GET',
    path: '/v1/api/opportunity-seeker/find-levels/{symbol}',
    summary:
      'The levels of an instrument on its last ingested day with the days that prove them, or null while there ' +
      'are none.',
    access: access.anyOf('VOS', 'VCH', 'VSC'),
    params: z.object({ symbol: instrumentSymbol }),
    reply: InstrumentLevels.nullable(),
  }),
} as const
