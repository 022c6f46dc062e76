// Calls of our own for the market: its state for the badge, and the administrator's page for sources and imports.
// Source: docs/rules/market.md, "Sources"; docs/rules/access.md, "Permission keys".
import { dateOrders } from '@clubfolio/domain'
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { id, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant, pathFlag, wholeNumber } from './wire.ts'

export const marketRefusals = {
  importRunning: { status: 409, text: 'Another import is running. Wait until it is done.' },
  importFileMissing: { status: 404, text: 'There is no such file in the folder for market data.' },
  marketDoubtful: {
    status: 409,
    text:
      'Less than 90 percent of a file of this market was understood. Import a corrected file, or say that the market ' +
      'is to be active anyway.',
  },
  marketEmpty: { status: 400, text: 'This market has no prices yet. Import some first.' },
} as const satisfies Record<string, RefusalDefinition>

export const marketSources = ['simulated', 'import', 'yahoo', 'alpaca'] as const
export type MarketSource = (typeof marketSources)[number]

/**
 * How many instruments of the active market have up-to-date levels and opportunities; absent when all have. Until then
 * counts of opportunities are partial.
 */
export const Computing = z.object({ done: z.number().int(), total: z.number().int() }).meta({ id: 'Computing' })
export type Computing = z.output<typeof Computing>

/** `describeComputing({ done: 211, total: 449 })` is "Computing levels: 211 of 449 instruments". */
export const describeComputing = ({ done, total }: Computing): string =>
  `Computing levels: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} instruments`

export const MarketState = z
  .object({
    source: z.enum(marketSources),
    mode: z.enum(['live', 'closed', 'replay']),
    /** The last session in the data, which all lists are as of; null while there are no prices. */
    marketDay: z.string().nullable(),
    /** The day in progress, which the lists include; null while there is none. */
    formingDay: z.string().nullable(),
    isOpen: z.boolean(),
    /** The time of the market clock. */
    marketTime: instant,
    computing: Computing.optional(),
  })
  .meta({ id: 'MarketState' })
export type MarketState = z.output<typeof MarketState>

export const MarketSourceInfo = z
  .object({
    source: z.enum(marketSources),
    isActive: z.boolean(),
    firstDay: z.string().nullable(),
    marketDay: z.string().nullable(),
    instrumentCount: z.number().int(),
    barCount: z.number().int(),
    /** The file of which less than 90 percent was understood; such a market becomes active only when told to. */
    doubt: z
      .object({
        file: z.string(),
        table: z.string().nullable(),
        rowsRead: z.number().int(),
        rowsUnderstood: z.number().int(),
      })
      .optional(),
  })
  .meta({ id: 'MarketSourceInfo' })
export type MarketSourceInfo = z.output<typeof MarketSourceInfo>

export const ImportRun = z
  .object({
    id,
    fileName: z.string(),
    kind: z.string().nullable(),
    status: z.enum(['RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
    startedAt: instant,
    endedAt: instant.nullable(),
    byteCount: z.number(),
    bytesRead: z.number(),
    rowsRead: z.number(),
    rowsAdded: z.number(),
    rowsUnchanged: z.number(),
    rowsReplaced: z.number(),
    rowsRefused: z.number(),
    instrumentsAdded: z.number(),
    /** Result of a finished run in one sentence. */
    message: z.string().nullable(),
  })
  .meta({ id: 'ImportRun' })
export type ImportRun = z.output<typeof ImportRun>

export const RefusedLine = z
  .object({ line: z.number(), reason: z.string(), content: z.string() })
  .meta({ id: 'RefusedLine' })
export type RefusedLine = z.output<typeof RefusedLine>

/** A table of a file, as it would be imported. */
export const ImportTable = z
  .object({
    name: z.string(),
    /** Null when it cannot be imported; `fault` says why. */
    kind: z.string().nullable(),
    fault: z.string().nullable(),
    /** It has prices and no column of symbols. */
    needsSymbol: z.boolean(),
    /** The symbol that its name states; null when that is not certain. */
    symbol: z.string().nullable(),
    /** What its name could mean when it is not certain. */
    candidates: z.array(z.string()),
    /** Every date reads with the month first and with the day first. */
    needsDateOrder: z.boolean(),
  })
  .meta({ id: 'ImportTable' })
export type ImportTable = z.output<typeof ImportTable>

const replace = z.boolean().default(false)
/** Whether 4/5/2021 is April 5 or May 4, for a file whose dates leave it open. */
const dates = z.enum(dateOrders)
const longestSymbol = 20
const mostTables = 500

export const marketRoutes = {
  findState: route({
    method: 'GET',
    path: '/v1/api/market/find-state',
    summary: 'Source, market day, clock and whether the session is open.',
    access: access.session,
    reply: MarketState,
  }),
  findSources: route({
    method: 'GET',
    path: '/v1/api/market/find-sources',
    summary: 'The sources with what each holds.',
    access: featureAccess.market,
    reply: z.array(MarketSourceInfo),
  }),
  activateSource: route({
    method: 'POST',
    path: '/v1/api/market/activate-source',
    summary: 'Make a source the one that lists, search, levels and paper quotes follow.',
    access: featureAccess.market,
    /** `anyway`: although less than 90 percent of one of its files was understood. */
    body: z.object({ source: z.enum(marketSources), anyway: z.boolean().optional() }),
    reply: messageReply,
    refusals: ['marketEmpty', 'marketDoubtful'],
    effect: true,
  }),
  findImportFiles: route({
    method: 'GET',
    path: '/v1/api/market/find-import-files',
    summary: 'The files of the folder for market data on the server.',
    access: featureAccess.market,
    reply: z.array(z.object({ name: z.string(), byteCount: z.number() })),
  }),
  inspectFile: route({
    method: 'GET',
    path: '/v1/api/market/inspect-file',
    summary: 'The tables of a file of that folder and the symbols that their names state; imports nothing.',
    access: featureAccess.market,
    query: z.object({ name: z.string().min(1).max(400) }),
    reply: z.array(ImportTable),
    refusals: ['importFileMissing'],
  }),
  inspectUpload: route({
    method: 'POST',
    path: '/v1/api/market/inspect-upload/{name}/{isWhole}',
    summary:
      'The same for a file that is sent as bytes, whole or (unless it is a zip archive) only its beginning; stores ' +
      'nothing.',
    access: featureAccess.market,
    asks: true,
    upload: true,
    params: z.object({ name: z.string().trim().min(1).max(200), isWhole: pathFlag }),
    reply: z.array(ImportTable),
    refusals: ['tooLarge'],
  }),
  importFile: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/market/import-file',
    summary: 'Start importing a file of that folder; progress is asked for by the run.',
    access: featureAccess.market,
    /** `symbols` of the tables without a symbol column, in the order of `inspect-file`; '' for what its name states. */
    body: z.object({
      name: z.string().min(1).max(400),
      replace,
      symbols: z.array(z.string().trim().max(longestSymbol)).max(mostTables).optional(),
      dates: dates.optional(),
    }),
    reply: ImportRun,
    refusals: ['importFileMissing', 'importRunning'],
  }),
  uploadFile: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/market/upload-file/{name}/{replace}',
    summary: 'Send a file of prices or listings as bytes (plain, gzip or zip) and start importing it.',
    access: featureAccess.market,
    upload: true,
    params: z.object({
      name: z.string().trim().min(1).max(200),
      replace: pathFlag,
    }),
    /** As in `import-file`; `symbols` are separated by commas. */
    query: z.object({
      symbols: z
        .string()
        .max(mostTables * (longestSymbol + 1))
        .optional(),
      dates: dates.optional(),
    }),
    reply: ImportRun,
    refusals: ['importRunning', 'tooLarge'],
  }),
  findImportRuns: route({
    method: 'GET',
    path: '/v1/api/market/find-import-runs',
    summary: 'The latest 50 imports, newest first, with their progress.',
    access: featureAccess.market,
    reply: z.array(ImportRun),
  }),
  findRefusedLines: route({
    method: 'GET',
    path: '/v1/api/market/find-refused-lines/{runId}/{start}/{count}',
    summary: 'The lines that an import refused, with file line and reason.',
    access: featureAccess.market,
    params: z.object({
      runId: id,
      start: wholeNumber(0, 1_000_000_000),
      count: wholeNumber(1, 1000),
    }),
    reply: z.object({ total: z.number(), result: z.array(RefusedLine) }),
    refusals: ['notFound'],
  }),
} as const
