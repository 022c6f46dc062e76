// Examines a table before anything of it is stored: its kind, the symbol that its name proposes, and the order of its
// dates. What stays open is for a person to say.
import {
  isYearLast,
  proposeSymbol,
  watchDateOrder,
  type DateOrderDecision,
  type DateOrderWatch,
  type Listings,
  type SymbolProposal,
} from '@clubfolio/domain'
import type { DateOrder } from '@clubfolio/domain'
import { recogniseFile, type FileKind } from './file-kind.ts'
import type { UnpackingLimits } from './import-limits.ts'
import { readLines, splitFields, UnreadableFile } from './read-lines.ts'

export interface Table {
  readonly path: string
  /** The names that may state its symbol: its own, then that of the archive which it alone makes up. */
  readonly names: readonly [string, ...string[]]
}

export interface ExaminedTable {
  readonly kind: FileKind
  /** Undefined when the table has a column of symbols, or no prices. */
  readonly symbol: SymbolProposal | undefined
  readonly dates: DateOrderDecision
}

interface ExamineOptions {
  readonly listings: Listings
  readonly unpacking: UnpackingLimits
  /** The order of the dates that a person stated. */
  readonly dates?: DateOrder | undefined
  /** Only the beginning of the file is here: its end counts as read. */
  readonly isPart?: boolean
  readonly onBytes?: () => Promise<void>
}

/** Throws UnreadableFile when the table is empty, not text, or of no known kind. */
export async function examineTable(
  { path, names }: Table,
  { listings, unpacking, dates, isPart = false, onBytes = () => Promise.resolve() }: ExamineOptions,
): Promise<ExaminedTable> {
  const { kind, hasYearLast } = await readHead(path, unpacking)
  const watch = watchDateOrder()
  // Files whose dates begin with the year need no pass of their own.
  if (hasYearLast) await watchDates(path, { kind, watch, unpacking, isPart, onBytes })
  return { kind, symbol: symbolOf(kind, names, listings), dates: watch.decide(dates) }
}

function symbolOf(kind: FileKind, names: Table['names'], listings: Listings): SymbolProposal | undefined {
  if ((kind.kind !== 'daily' && kind.kind !== 'minute') || kind.columns.symbol !== undefined) return undefined
  const proposals = names.map((name) => proposeSymbol(name, listings))
  return proposals.find(({ symbol }) => symbol !== null) ?? proposals[0]
}

/** Returns the kind by the header and the first row, and whether a date of the first lines has its year last. */
async function readHead(
  path: string,
  unpacking: UnpackingLimits,
): Promise<{ readonly kind: FileKind; readonly hasYearLast: boolean }> {
  const head: string[] = []
  // A short last line is a piece of its own.
  for await (const { lines } of readLines(path, unpacking)) {
    head.push(...lines)
    if (head.length > 1) break
  }
  const [header, row] = head
  if (header === undefined) throw new UnreadableFile('The file is empty.')
  const kind = recogniseFile(header, row)
  if (!kind)
    throw new UnreadableFile(
      `The columns "${header.slice(0, 200)}" are none of the known kinds: daily or minute prices need date, ` +
        'open, high, low and close, listings need symbol and name.',
    )
  const date = dateReader(kind)
  return { kind, hasYearLast: head.some((line, index) => index > 0 && isYearLast(date(line))) }
}

interface WatchOptions {
  readonly kind: FileKind
  readonly watch: DateOrderWatch
  readonly unpacking: UnpackingLimits
  readonly isPart: boolean
  readonly onBytes: () => Promise<void>
}

async function watchDates(path: string, { kind, watch, unpacking, isPart, onBytes }: WatchOptions): Promise<void> {
  const date = dateReader(kind)
  try {
    for await (const { lines, firstLine } of readLines(path, unpacking)) {
      for (const [index, line] of lines.entries()) if (firstLine + index > 1) watch.note(date(line), firstLine + index)
      await onBytes()
    }
  } catch (error) {
    if (!isPart || !(error instanceof UnreadableFile)) throw error
  }
}

/** Returns what reads the date of a line; a line without one has the date ''. */
function dateReader(kind: FileKind): (line: string) => string {
  const column = kind.kind === 'listing' ? kind.columns.ipoDate : kind.columns.date
  return (line) => (column === undefined ? '' : (splitFields(line, kind.delimiter)[column] ?? ''))
}
