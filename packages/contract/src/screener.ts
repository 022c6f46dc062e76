// The screener: criteria over the figures of the last finished session, saved under names, and run after each market
// day.
// Source: docs/rules/trading.md, "Screener".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, line, messageReply, onlyId } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { assetTypes } from './stock.ts'
import { instant } from './wire.ts'

export const screenLimit = 100
/** Maximum number of rows per run, best first; the total is reported separately. */
export const screenRowLimit = 2000

/** Metrics that can be bounded. Percentages as 2 for 2 %. */
export const screenMetrics = [
  'price',
  'averageVolume',
  'dailyChange',
  'weekChange',
  'monthChange',
  'yearChange',
  'belowHigh',
  'aboveLow',
  'rsi14',
  'marketCap',
  'ipoYear',
] as const
export type ScreenMetric = (typeof screenMetrics)[number]

export const averageLengths = ['20', '50', '200'] as const
export type AverageLength = (typeof averageLengths)[number]

const bound = z.number().min(-1e15).max(1e15).nullable()
/** Lowest and highest value, both included; null is unbounded. */
const Bounds = z
  .tuple([bound, bound])
  .refine(([from, to]) => from === null || to === null || from <= to, 'The lower bound is above the upper one.')

export const ScreenCriteria = z
  .object({
    bounds: z.partialRecord(z.enum(screenMetrics), Bounds),
    /** Whether the last close is above or below its simple moving average. */
    averages: z.partialRecord(z.enum(averageLengths), z.enum(['above', 'below'])),
    /** Empty: all types. */
    assetTypes: z.array(z.enum(assetTypes)).max(10),
    sectors: z.array(z.string().max(80)).max(50),
  })
  .meta({ id: 'ScreenCriteria' })
export type ScreenCriteria = z.output<typeof ScreenCriteria>

/** Initial criteria: 2 to 10 % below the 52-week high, and at least 2 million shares a day. */
export const belowHighDefault = [2, 10] as const
export const volumeDefault = [2] as const
export const defaultCriteria: ScreenCriteria = {
  bounds: { belowHigh: [...belowHighDefault], averageVolume: [volumeDefault[0] * 1_000_000, null] },
  averages: {},
  assetTypes: [],
  sectors: [],
}

const figure = z.number().nullable()
export const ScreenRow = z
  .object({
    code: z.string(),
    name: z.string(),
    assetType: z.enum(assetTypes),
    sector: z.string().nullable(),
    price: z.number(),
    averageVolume: z.number(),
    /**
     * Percent since the previous close, and since the first price of the week, month and year; null where there is
     * none.
     */
    dailyChange: figure,
    weekChange: figure,
    monthChange: figure,
    yearChange: figure,
    belowHigh: figure,
    aboveLow: figure,
    rsi14: figure,
    /** Percent of the last close above the average; negative below it. */
    overSma20: figure,
    overSma50: figure,
    overSma200: figure,
    marketCap: figure,
    ipoYear: figure,
  })
  .meta({ id: 'ScreenRow' })
export type ScreenRow = z.output<typeof ScreenRow>

export const SavedScreen = z
  .object({
    id,
    name: z.string(),
    criteria: ScreenCriteria,
    isDaily: z.boolean(),
    lastRunDay: z.string().nullable(),
    lastCount: z.number().nullable(),
    savedAt: instant,
  })
  .meta({ id: 'SavedScreen' })
export type SavedScreen = z.output<typeof SavedScreen>

export const screenerRefusals = {
  screenCount: {
    status: 409,
    text: 'You have reached the limit of {limit} screens. Delete one that you no longer need.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const screenerRoutes = {
  findSectors: route({
    method: 'GET',
    path: '/v1/api/screener/find-sectors',
    summary: 'The sectors of the active market.',
    access: featureAccess.screener,
    reply: z.array(z.string()),
    plainReply: true,
  }),
  run: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/screener/run',
    summary: 'The instruments that traded on the market day and meet all criteria, by code.',
    access: featureAccess.screener,
    body: z.object({ criteria: ScreenCriteria }),
    reply: z.object({ day: z.string().nullable(), total: z.number(), result: z.array(ScreenRow) }),
    plainReply: true,
  }),
  findScreens: route({
    method: 'GET',
    path: '/v1/api/screener/find-screens',
    summary: "The caller's saved screens by name.",
    access: featureAccess.screener,
    reply: z.array(SavedScreen),
  }),
  saveScreen: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/screener/save-screen',
    summary:
      'Keep criteria under a name, in place of the screen of that name; a daily one reports after each market ' +
      'day what is new in it.',
    access: featureAccess.screener,
    body: z.object({ name: line(60, 'Name'), criteria: ScreenCriteria, isDaily: z.boolean() }),
    reply: messageReply,
    refusals: ['screenCount'],
  }),
  deleteScreen: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/screener/delete-screen',
    summary: 'Forget a saved screen.',
    access: featureAccess.screener,
    owns: [{ object: 'screen', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
