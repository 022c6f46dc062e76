// Accounts that no brokerage connects: their transactions come from statement files that the owner uploads. A file is
// read into a prepared statement first; nothing of it counts before the owner has seen what becomes of every line.
// Source: docs/rules/accounts.md, "Accounts from files".
import { amountSigns, dateOrders, lineFates, mappedActions, mappedFields, numberStyles } from '@clubfolio/domain'
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, id, line, messageReply } from './field.ts'
import { RefusedLine } from './market.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { day, flagText, givenDay, instant, percent, wholeNumber } from './wire.ts'

export const fileAccountRefusals = {
  accountNameTaken: {
    status: 409,
    text: 'You already have an account from files with this name. Choose another name.',
    field: 'name',
  },
  notFromFiles: {
    status: 409,
    text:
      'Account {number} is connected to its brokerage, which reports its transactions. Statements cannot be ' +
      'imported.',
  },
  tooManyPrepared: {
    status: 409,
    text: '{most} statements of this account are waiting to be imported. Import or discard one of them first.',
  },
  statementNotReady: {
    status: 409,
    text: 'This statement cannot be imported now: {reason}',
  },
  statementNotMapped: {
    status: 409,
    text: 'This statement no longer needs a mapping of its columns. Look at the list of statements again.',
  },
  statementFileGone: {
    status: 409,
    text:
      'The meaning of the columns is saved. The file is no longer on the server: choose it again and it is ' +
      'read at once.',
  },
  mappingIncomplete: { status: 400, text: 'Some columns are not mapped: {faults}', field: 'mapping' },
  statementOpensFund: {
    status: 409,
    text:
      'The fund of this account opened on {day} with the content of this statement, and has entries since. Import a ' +
      'statement that corrects it instead.',
  },
  statementUndone: { status: 409, text: 'This statement has been undone already.' },
  statementInClosedPeriod: {
    status: 409,
    text:
      'The books of the fund are closed until ' +
      '{until}, and this statement has lines from {from} on. Import a statement ' +
      'that corrects it instead.',
  },
  statementMatched: {
    status: 409,
    text:
      'The fund has matched {count} of the movements of this statement with entries or expenses. Undo these matches ' +
      'in the books of the fund first.',
  },
  ratesUnreadable: { status: 400, text: 'The table of rates cannot be read: {reason}' },
} as const satisfies Record<string, RefusalDefinition>

const Fate = z.enum(lineFates).meta({ id: 'StatementFate' })

/**
 * What becomes of a line. NEW counts; KNOWN has been counted by an earlier statement or line; SIMILAR counts, although
 * another statement has a line of the same day, security, quantity and amount under another reference; WAITING counts
 * as soon as the rate of its currency is imported; IGNORED and UNREAD count nothing, and `reason` says why.
 */
export const lineOutcomes = ['NEW', 'KNOWN', 'SIMILAR', 'WAITING', 'IGNORED', 'UNREAD'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

const Outcome = z.enum(lineOutcomes).meta({ id: 'LineOutcome' })

/**
 * READING and IMPORTING are under way, with their `percent`. NEEDS_MAPPING waits for the meaning of its columns,
 * PREPARED for the owner's confirmation. REFUSED and EXPIRED are over, with nothing taken in.
 */
export const statementStates = [
  'READING',
  'NEEDS_MAPPING',
  'PREPARED',
  'IMPORTING',
  'IMPORTED',
  'UNDONE',
  'REFUSED',
  'EXPIRED',
] as const
export type StatementState = (typeof statementStates)[number]

/** Signed amounts of files are exact decimal text: they have more decimals than cents, and any currency. */
const exactText = z.string()

export const AccountStatement = z
  .object({
    id,
    fileName: z.string(),
    state: z.enum(statementStates),
    /** Of reading or importing. */
    percent,
    /** The format in words: `Charles Schwab history (CSV)`. Null before it is recognised. */
    format: z.string().nullable(),
    /** Why it is refused, or what went wrong with its import. */
    reason: z.string().nullable(),
    /** Every date of the file reads both with the month and with the day first: upload it again with `dates`. */
    needsDateOrder: z.boolean(),
    uploadedAt: instant,
    /** When a prepared statement is forgotten. */
    expiresAt: instant.nullable(),
    importedAt: instant.nullable(),
    undoneAt: instant.nullable(),
    /** The user who undid it. */
    undoneBy: z.string().nullable(),
    firstDay: day.nullable(),
    lastDay: day.nullable(),
    lines: z.number().int(),
    /** Only those that have lines. */
    fates: z.array(z.object({ fate: Fate, lines: z.number().int() })),
    outcomes: z.array(z.object({ outcome: Outcome, lines: z.number().int() })),
  })
  .meta({ id: 'AccountStatement' })
export type AccountStatement = z.output<typeof AccountStatement>

export const StatementRow = z
  .object({
    /** In the file, counted from 1; 0 for the opening content. */
    line: z.number().int(),
    /** As written. */
    text: z.string(),
    fate: Fate,
    outcome: Outcome,
    reason: z.string().nullable(),
    day: day.nullable(),
    symbol: z.string().nullable(),
    name: z.string().nullable(),
    quantity: exactText.nullable(),
    price: exactText.nullable(),
    priceCurrency: z.string().nullable(),
    amount: exactText,
    currency: z.string(),
    /** The amount in the currency of the account; null while its rate is missing. */
    booked: exactText.nullable(),
    description: z.string(),
  })
  .meta({ id: 'StatementRow' })
export type StatementRow = z.output<typeof StatementRow>

/** What the account held before the first line. */
export const OpeningContent = z
  .object({
    day: givenDay,
    /** Of the currency of the account. */
    cash: exactText.regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'Use digits and one decimal point, like 1234.56.'),
    positions: z
      .array(
        z.object({
          symbol: line(40, 'A symbol'),
          quantity: exactText.regex(/^-?\d{1,15}(\.\d{1,12})?$/, 'Use digits and one decimal point, like 12.5.'),
          /** What one share cost; null where it is not known: then the close of the day counts. */
          price: exactText.regex(/^\d{1,12}(\.\d{1,8})?$/, 'Use digits and one decimal point, like 50.25.').nullable(),
        }),
      )
      .max(500, 'At most 500 positions.'),
  })
  .meta({ id: 'OpeningContent' })
export type OpeningContent = z.output<typeof OpeningContent>

const CurrencyGap = z
  .object({ currency: z.string(), firstDay: day, lastDay: day, lines: z.number().int() })
  .meta({ id: 'CurrencyGap' })

/** A figure that a statement states and that its lines and those before do not add up to. */
export const ClaimDifference = z
  .object({
    /** Null for cash. */
    symbol: z.string().nullable(),
    /** Null for a position. */
    currency: z.string().nullable(),
    day,
    ours: exactText,
    theirs: exactText,
  })
  .meta({ id: 'ClaimDifference' })
export type ClaimDifference = z.output<typeof ClaimDifference>

export const StatementPreview = z
  .object({
    /** Every security that the statement moves or that the account holds; `before` without this statement. */
    positions: z.array(
      z.object({ symbol: z.string(), name: z.string().nullable(), before: exactText, after: exactText }),
    ),
    cash: z.array(z.object({ currency: z.string(), before: exactText, after: exactText })),
    /** Where the balances that the file states differ from what its lines and those before add up to. */
    differences: z.array(ClaimDifference),
    /** What the account must have held before the first line for the file's balances to be right; null if nothing. */
    proposedOpening: OpeningContent.nullable(),
    /** Statements that have some of the same lines. */
    overlaps: z.array(z.object({ statementId: id, fileName: z.string(), lines: z.number().int() })),
    missingRates: z.array(CurrencyGap),
    /** Securities of which the active market has no prices: they count at cost, and no daily value exists. */
    withoutPrices: z.array(z.string()),
    /** What the owner should look at: another account's number, another currency, the same file again. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'StatementPreview' })
export type StatementPreview = z.output<typeof StatementPreview>

/** What the columns of a table mean, without the headings that it is remembered by. */
export const ColumnMeanings = z
  .object({
    /** The position of each field's column, from 0. */
    columns: z.partialRecord(z.enum(mappedFields), z.number().int().min(0).max(499)),
    /** Whether 4/5/2021 is April 5 or May 4; `fromFile` where the whole file shows it. */
    dateOrder: z.enum([...dateOrders, 'ymd', 'fromFile']),
    /** 1,234.50, 1.234,50, or what each number shows by itself. */
    numbers: z.enum(numberStyles),
    /** Words of the action's column in small letters. Rows with any other word are not understood. */
    actions: z.record(z.string().max(200), z.enum(mappedActions)),
    /**
     * How amounts show their direction: `cash` is the signed effect on cash (a purchase is negative), `cost` its
     * opposite; `byAction` leaves it to the action.
     */
    signs: z.enum(amountSigns),
    /** Whether amounts are after fees and taxes; otherwise these come on top. */
    isAmountAfterFees: z.boolean(),
    /** Of every row, for a file without a column of it. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Enter the three letters of a currency, like EUR.')
      .nullable(),
  })
  .meta({ id: 'ColumnMeanings' })
export type ColumnMeanings = z.output<typeof ColumnMeanings>

/** What the mapping wizard shows. */
export const MappingSample = z
  .object({
    head: z.array(z.string()),
    /** The first rows. */
    rows: z.array(z.array(z.string())),
    /** By column: its different words in small letters, where the first rows have few; null for other columns. */
    words: z.array(z.array(z.string()).nullable()),
    proposal: ColumnMeanings,
    /** What the proposal still lacks, one sentence each. */
    faults: z.array(z.string()),
    /** The proposal is what the user saved for a file of the same head. */
    isRemembered: z.boolean(),
  })
  .meta({ id: 'MappingSample' })
export type MappingSample = z.output<typeof MappingSample>

export const FileAccountState = z
  .object({
    currency: z.string(),
    /** Newest first. */
    statements: z.array(AccountStatement),
    /** By currency; what the lines add up to. */
    cash: z.array(z.object({ currency: z.string(), amount: exactText })),
    /** Where the newest balances of the statements differ from what the lines add up to. */
    differences: z.array(ClaimDifference),
    missingRates: z.array(CurrencyGap),
    /** The imported table of daily rates into the currency of the account. */
    rates: z.array(z.object({ currency: z.string(), firstDay: day, lastDay: day, days: z.number().int() })),
    /** Daily values that do not exist because the active market has no price for a held security. */
    missingPrices: z.array(z.object({ symbol: z.string(), firstDay: day, lastDay: day, sessions: z.number().int() })),
  })
  .meta({ id: 'FileAccountState' })
export type FileAccountState = z.output<typeof FileAccountState>

const linking = featureAccess.accountLink
const ofPath = [{ object: 'account', at: 'params.accountId' }] as const
const ofBody = [{ object: 'account', at: 'body.accountId' }] as const
const statementOfPath = z.object({ accountId: id, statementId: id })

export const fileAccountRoutes = {
  create: route({
    method: 'POST',
    path: '/v1/api/account/create-file-account',
    summary: 'Create an account whose transactions come from uploaded statements.',
    access: linking,
    body: z.object({
      /** Shown as its number. */
      name: line(40, 'A name'),
      brokerName: line(60, 'The broker'),
      type: z.enum(['MARGIN', 'CASH']),
      currency: z.string().regex(/^[A-Z]{3}$/, 'Enter the three letters of a currency, like EUR.'),
      /** Whether it holds practice money. */
      isPaper: flagText,
    }),
    reply: createdReply,
    refusals: ['accountNameTaken'],
    effect: true,
  }),
  uploadStatement: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/account/upload-statement/{accountId}/{name}',
    summary: 'Send a statement file as bytes (plain, gzip or zip) and start to read it; nothing of it counts yet.',
    access: linking,
    owns: ofPath,
    upload: true,
    params: z.object({ accountId: id, name: z.string().trim().min(1).max(200) }),
    /** Whether 4/5/2021 is April 5 or May 4, for a file whose dates leave it open. */
    query: z.object({ dates: z.enum(dateOrders).optional() }),
    reply: AccountStatement,
    refusals: ['notFound', 'notFromFiles', 'tooManyPrepared', 'tooLarge'],
  }),
  findStatements: route({
    method: 'GET',
    path: '/v1/api/account/find-statements/{accountId}',
    summary: 'The statements of an account from files, and what its lines still lack: rates and prices.',
    access: linking,
    owns: ofPath,
    params: z.object({ accountId: id }),
    reply: FileAccountState,
    refusals: ['notFound', 'notFromFiles'],
  }),
  findStatement: route({
    method: 'GET',
    path: '/v1/api/account/find-statement/{accountId}/{statementId}',
    summary: 'One statement: its progress, what the account will hold with it, or what its columns may mean.',
    access: linking,
    owns: ofPath,
    params: statementOfPath,
    reply: z.object({
      statement: AccountStatement,
      /** Of a prepared statement. */
      preview: StatementPreview.nullable(),
      /** Of a statement whose columns need a meaning. */
      mapping: MappingSample.nullable(),
    }),
    refusals: ['notFound', 'notFromFiles'],
  }),
  findStatementLines: route({
    method: 'GET',
    path: '/v1/api/account/find-statement-lines/{accountId}/{statementId}/{show}/{start}/{count}',
    summary: 'The lines of a statement with what becomes of each, page by page in the order of the file.',
    access: linking,
    owns: ofPath,
    params: statementOfPath.extend({
      /** All, those of one fate, or those of one outcome. */
      show: z.enum(['ALL', ...lineFates, ...lineOutcomes]),
      start: wholeNumber(0, 1_000_000_000),
      count: wholeNumber(1, 200),
    }),
    /** Words that the line, its security or its reason contains, in capital or small letters. */
    query: z.object({ search: z.string().max(100).optional() }),
    reply: z.object({ total: z.number().int(), result: z.array(StatementRow) }),
    refusals: ['notFound', 'notFromFiles'],
  }),
  mapStatement: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/account/map-statement',
    summary: 'Say what the columns of a statement mean and read it again; the answer is remembered for its head.',
    access: linking,
    owns: ofBody,
    body: z.object({ accountId: id, statementId: id, mapping: ColumnMeanings }),
    reply: AccountStatement,
    refusals: ['notFound', 'notFromFiles', 'statementNotMapped', 'mappingIncomplete', 'statementFileGone'],
  }),
  importStatement: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/account/import-statement',
    summary: 'Take in a prepared statement as a whole; progress is asked for by the statement.',
    access: linking,
    owns: ofBody,
    body: z.object({ accountId: id, statementId: id, opening: OpeningContent.optional() }),
    reply: AccountStatement,
    refusals: ['notFound', 'notFromFiles', 'statementNotReady'],
  }),
  undoStatement: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/account/undo-statement',
    summary: 'Undo an imported statement as a whole, or discard one that is not imported.',
    access: linking,
    owns: ofBody,
    body: z.object({ accountId: id, statementId: id }),
    reply: messageReply,
    refusals: [
      'notFound',
      'notFromFiles',
      'statementUndone',
      'statementNotReady',
      'statementInClosedPeriod',
      'statementOpensFund',
      'statementMatched',
    ],
  }),
  uploadRates: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/account/upload-rates/{accountId}',
    summary:
      'Send a table of daily rates (CSV: day, currency, rate) as bytes. A rate is what one unit of the currency is ' +
      'worth in the currency of the account; lines that waited for it are booked.',
    access: linking,
    owns: ofPath,
    upload: true,
    params: z.object({ accountId: id }),
    reply: z.object({
      added: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      /** Lines that waited for a rate and count now. */
      booked: z.number().int(),
      refusedCount: z.number().int(),
      /** The first of them. */
      refused: z.array(RefusedLine),
    }),
    refusals: ['notFound', 'notFromFiles', 'ratesUnreadable', 'tooLarge'],
  }),
} as const
