// Market data as screens read it: lists of the dashboard, company search, bars, percent history.
// Source: docs/rules/accounts.md, "Dashboard"; docs/rules/trading.md, "Chart screen"; docs/rules/market.md, "Lists".
import { z } from 'zod'
import { access } from './access.ts'
import { messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { percent, searchedDay, wholeNumber } from './wire.ts'

/** Periods to date of the market lists. */
export const listTimings = ['DAILY', 'WEEK', 'MONTH', 'YEAR'] as const
export type ListTiming = (typeof listTimings)[number]

/** Bar lengths; `_15M` and `_30M` are ours. */
export const barTimings = ['_1M', '_5M', '_15M', '_30M', '_1H', '_4H', '_D', '_W', '_MONTH', '_Y'] as const
export type BarTiming = (typeof barTimings)[number]

/** The mean of the last 20 sessions, split-adjusted: the volume figure of an instrument in lists and reports. */
export const averageVolumeName = 'Average volume (20)'

export const assetTypes = ['EQUITY', 'ETF', 'INDEX'] as const

/** `All` (or `null`) in a path or body <-> null; otherwise a whole number of rows from 1 to 1000. */
export const listLimit = z.codec(
  z.union([z.string(), z.number()]),
  wholeNumber(1, 1000, 'A list has 1 to 1000 rows; for more ask for All.').nullable(),
  {
    decode: (wire) => (wire === 'All' || wire === 'null' ? null : wire),
    encode: (limit) => limit ?? 'All',
  },
)

/**
 * Percentages of a history have 2 decimals; with `exact` they have 8, for a chart that starts its lines again at zero
 * on any day.
 */
export const exact = z.boolean().optional()

/** The year of first listings. */
export const listYear = wholeNumber(1900, 2199, 'Enter a year.')

export const Company = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    assetType: z.enum(assetTypes),
    exchange: z.string().nullable(),
    country: z.string().nullable(),
    sector: z.string().nullable(),
    industry: z.string().nullable(),
    /** Dollars; null when the source does not know it. */
    marketCap: z.number().nullable(),
    ipo_date: z.string().nullable(),
    /** Bars shorter than a day exist. */
    hasIntraday: z.boolean(),
    /** The market day of the oldest daily bar, and of the oldest recorded intraday bar; null when there is none. */
    firstDay: z.string().nullable(),
    firstIntradayDay: z.string().nullable(),
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof Company>

export const CompanyMatch = z
  .object({ id: z.string(), code: z.string(), name: z.string(), assetType: z.enum(assetTypes) })
  .meta({ id: 'CompanyMatch' })
export type CompanyMatch = z.output<typeof CompanyMatch>

/** Opening and closing price of each period to date, split-adjusted; the change is close / open - 1. */
export const Mover = z
  .object({
    code: z.string(),
    name: z.string(),
    dailyOpen: z.number(),
    dailyClose: z.number(),
    weekOpen: z.number(),
    weekClose: z.number(),
    monthOpen: z.number(),
    monthClose: z.number(),
    yearOpen: z.number(),
    yearClose: z.number(),
  })
  .meta({ id: 'Mover' })
export type Mover = z.output<typeof Mover>

export const NewHigh = z
  .object({ code: z.string(), name: z.string(), maxH: z.number(), maxHDate: z.string() })
  .meta({ id: 'NewHigh' })
export type NewHigh = z.output<typeof NewHigh>
export const NewLow = z
  .object({ code: z.string(), name: z.string(), minH: z.number(), minHDate: z.string() })
  .meta({ id: 'NewLow' })
export type NewLow = z.output<typeof NewLow>

export const NewIpo = z
  .object({
    code: z.string(),
    name: z.string(),
    assetType: z.enum(assetTypes),
    country: z.string().nullable(),
    sector: z.string().nullable(),
    industry: z.string().nullable(),
    /** Dollars; null when the source does not know it. */
    marketCap: z.number().nullable(),
    ipo_date: z.string(),
    /** Null when the source has no price for it. */
    lastClose: z.number().nullable(),
  })
  .meta({ id: 'NewIpo' })
export type NewIpo = z.output<typeof NewIpo>

/** What the area of a tile of the heat map stands for. */
export const heatMapSizes = ['MARKET_CAP', 'VOLUME'] as const
export type HeatMapSize = (typeof heatMapSizes)[number]
/** Maximum number of instruments with a tile of their own; the rest of each sector share one. */
export const heatMapTileLimit = 300

const mapFigures = {
  /** Since the open of the period to date. */
  changePercent: percent,
  /** Dollars; null when the source does not know it. */
  marketCap: z.number().nullable(),
  /** Shares a day, the mean of the last 20 sessions. */
  volume: z.number(),
}
const mapSum = z.object({ count: z.number(), ...mapFigures })

export const HeatMapTile = z.object({ code: z.string(), name: z.string(), ...mapFigures }).meta({ id: 'HeatMapTile' })
export type HeatMapTile = z.output<typeof HeatMapTile>

/** A change of several instruments is their mean, weighted by what the tiles are sized by. */
export const HeatMapSector = z
  .object({
    sector: z.string(),
    ...mapSum.shape,
    /** Largest first, then by code. */
    tiles: z.array(HeatMapTile),
    /** The instruments without a tile of their own, together; null when all have one. */
    other: mapSum.nullable(),
  })
  .meta({ id: 'HeatMapSector' })
export type HeatMapSector = z.output<typeof HeatMapSector>

export const Bar = z
  .object({
    /**
     * Epoch ms: midnight UTC of the first market day for daily and coarser bars, the first instant for shorter ones.
     */
    datetime: z.number(),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    volume: z.number(),
  })
  .meta({ id: 'Bar' })
export type Bar = z.output<typeof Bar>

/** `[epoch ms, percent]`; the first point is 0. */
export const PercentPoint = z.tuple([z.number(), z.number()])
export type PercentPoint = z.output<typeof PercentPoint>

/** Maximum number of characters of a saved chart; 1,000 drawings of five points fit. */
export const workspaceLimit = 262_144
/** Maximum number of saved charts (ticker and timing) per user. */
export const workspaceCountLimit = 2_000

/**
 * The chart's own JSON: an object with an integer `version`. The server stores it unchanged and reads nothing else in
 * it but the prices of drawings: one of zero or less has no place on a logarithmic axis, so it is never stored.
 */
export const workspaceConfig = z
  .string()
  .max(workspaceLimit, 'This chart holds more than can be saved. Delete some drawings.')
  .superRefine((text, context) => {
    const value = parsedObject(text)
    if (!Number.isInteger(value?.['version'])) context.addIssue('A saved chart is a JSON object with a version.')
    else if (!hasDrawablePrices(value?.['drawings']))
      context.addIssue('A drawing has a price of zero or less. Move it above zero, then it can be saved.')
  })

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Anything that is no list of drawings with points is left to the version that wrote it. */
const hasDrawablePrices = (drawings: unknown): boolean =>
  listOf(drawings).every((drawing) =>
    listOf(isObject(drawing) ? drawing['points'] : undefined).every(
      (point) => !(isObject(point) && typeof point['price'] === 'number' && point['price'] <= 0),
    ),
  )

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Names the content of a saved chart; null: there is none. */
export const workspaceRevision = z.string().max(64).nullable()

export const stockRefusals = {
  workspaceCount: {
    status: 409,
    text: 'You have reached the limit of {limit} saved charts. Clean one that you no longer need.',
  },
  workspaceChanged: {
    status: 409,
    text: 'This chart was saved by another tab or device since it was read. Read it again, then save both changes.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** A ticker as typed, in capital letters. */
export const instrumentSymbol = z
  .string()
  .trim()
  .min(1, 'Enter a symbol.')
  .max(24, 'A symbol has at most 24 characters.')
  .toUpperCase()
const symbol = instrumentSymbol
/** The session token may also be in the body of these calls; the header is the one used. */
const token = z.string().max(200).optional()
const moverParams = z.object({ limit: listLimit, timing: z.enum(listTimings) })

export const stockRoutes = {
  searchByKeyword: route({
    method: 'GET',
    path: '/v1/api/stock/searchByKeyword/{keyword}',
    summary: 'Instruments of the active market by code or name, at most 20; fewer than 3 characters find a whole code.',
    access: access.session,
    params: z.object({ keyword: z.string().trim().max(80) }),
    reply: z.array(CompanyMatch),
    plainReply: true,
  }),
  getTopWinners: route({
    method: 'GET',
    path: '/v1/api/stock/get-top-winners/{limit}/{timing}',
    summary: 'The instruments that gained most since the open of the period, of those that traded on the market day.',
    access: access.session,
    params: moverParams,
    reply: z.array(Mover),
    plainReply: true,
  }),
  getTopLosers: route({
    method: 'GET',
    path: '/v1/api/stock/get-top-losers/{limit}/{timing}',
    summary: 'The instruments that lost most since the open of the period, of those that traded on the market day.',
    access: access.session,
    params: moverParams,
    reply: z.array(Mover),
    plainReply: true,
  }),
  getNewHigh: route({
    method: 'GET',
    path: '/v1/api/stock/get-new-high/{limit}/{timing}',
    summary: 'Instruments whose high of the period reaches that of the year before it.',
    access: access.session,
    params: moverParams,
    reply: z.array(NewHigh),
    plainReply: true,
  }),
  getNewLow: route({
    method: 'GET',
    path: '/v1/api/stock/get-new-low/{limit}/{timing}',
    summary: 'Instruments whose low of the period reaches that of the year before it.',
    access: access.session,
    params: moverParams,
    reply: z.array(NewLow),
    plainReply: true,
  }),
  getNewIpo: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/get-new-ipo/',
    summary: 'Instruments first listed in a year, newest first.',
    access: access.session,
    body: z.object({
      assetType: z.enum(['All Type', 'EQUITY', 'ETF']),
      limit: listLimit,
      timing: listYear,
    }),
    reply: z.array(NewIpo),
    plainReply: true,
  }),
  findHeatMap: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/find-heat-map',
    summary:
      'The instruments that traded on the market day by sector, the largest sector and instrument first; beyond ' +
      `${heatMapTileLimit} the smallest of each sector are summed up.`,
    access: access.session,
    body: z.object({
      timing: z.enum(listTimings),
      size: z.enum(heatMapSizes),
      assetType: z.enum(['All Type', 'EQUITY', 'ETF']),
      /** Only this one, by the name that the reply gives it. */
      sector: z.string().max(80, 'A sector has at most 80 characters.').optional(),
      /** Only these, such as those of a watchlist. */
      codes: z.array(symbol).max(200, 'Name at most 200 symbols.').optional(),
    }),
    reply: z.object({
      sectors: z.array(HeatMapSector),
      /** Instruments without a size: they are in no sector. */
      unsizedCount: z.number(),
    }),
  }),
  fundamental: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/fundamental',
    summary: 'What is known of a company, or null.',
    access: access.session,
    body: z.object({ token, symbol }),
    reply: Company.nullable(),
  }),
  byRange: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/by-range',
    summary: 'Split-adjusted bars between two days, both included, oldest first; an unknown symbol has none.',
    access: access.session,
    body: z.object({
      token,
      symbol,
      start: searchedDay,
      end: searchedDay,
      timing: z.enum(barTimings),
      /**
       * Of bars shorter than a day only those of regular sessions, and while a market trades on through the night those
       * of that night.
       */
      isRegularHours: z.boolean().optional(),
    }),
    reply: z.array(Bar),
    plainReply: true,
  }),
  getWorkspace: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/get-workspace',
    summary: "The caller's saved chart of a ticker and timing; config and revision are null when there is none.",
    access: access.session,
    body: z.object({ token, symbol, timing: z.enum(barTimings) }),
    reply: z.object({ config: z.string().nullable(), revision: workspaceRevision }),
  }),
  saveWorkspace: route({
    method: 'POST',
    path: '/v1/api/stock/save-workspace',
    summary:
      "Keeps the caller's chart of a ticker and timing as a versioned JSON string, in place of the one before; " +
      'null forgets it. With base, the revision that was read, only while that is still the saved one.',
    access: access.session,
    body: z.object({
      token,
      symbol,
      timing: z.enum(barTimings),
      config: workspaceConfig.nullable(),
      base: workspaceRevision.optional(),
    }),
    reply: messageReply.extend({ revision: workspaceRevision }),
    refusals: ['workspaceCount', 'workspaceChanged'],
  }),
  findInstrumentHistoricInPercentage: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/stock/find-instrument-historic-in-percentage',
    summary: 'Closes as percent change against the first close of the range.',
    access: access.session,
    body: z.object({
      instrumentCode: symbol,
      timing: z.enum(barTimings),
      fromDate: searchedDay,
      toDate: searchedDay,
      exact,
    }),
    reply: z.array(PercentPoint),
    plainReply: true,
  }),
  getAssetType: route({
    method: 'GET',
    path: '/v1/api/stock/getAssetType',
    summary: 'The asset types of the active market.',
    access: access.session,
    reply: z.array(z.object({ assetType: z.enum(assetTypes) })),
    plainReply: true,
  }),
} as const
