// Capital account statements with the page of what earned the money: read for the screen, printed, mailed, and in the
// pack of a year. The lines of a period are read once for the statements of all holders.
import { setImmediate } from 'node:timers/promises'
import type { CapitalStatement, EarnedLine, StatementSpan } from '@clubfolio/contract'
import { addCalendarDays, type DaySpan, type HolderId, toMarketDay } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { classifyLines } from '../attribution/classify-lines.ts'
import { profitOfHolder } from '../attribution/find-attribution.ts'
import { readHomes } from '../book/account-home.ts'
import type { CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import {
  openStatements,
  requireOwnersAddress,
  writeStatement,
  type PlainStatement,
  type OpenedPeriod,
  type StatementAddress,
} from '../statement/read-statement.ts'
import { earningsOf, type HolderEarnings } from './holder-earnings.ts'
import { readLineSegments, type LineSegments } from './line-segments.ts'
import { findPrintedPages, findPrintedSpans, nameCorrections } from './printed-page.ts'

/** A period with what its closes and those of earlier statements earned. */
export interface OpenedEarnings {
  readonly period: OpenedPeriod
  readonly span: DaySpan
  readonly segments: LineSegments
  readonly nameOf: (symbolOrCode: string) => string | null
  /** Days of the issued statements whose lines were read. */
  readonly printed: ReadonlySet<string>
}

export interface EarningsToOpen extends Omit<StatementSpan, 'memberId'> {
  /** The only member whose statement is written; all of them without one. */
  readonly memberId?: string
  /** False for a paper that goes to nobody by itself: it is about its own days alone. */
  readonly namesCorrections?: boolean
}

/** Takes and throws what `openStatements` does. */
export async function openEarnings(
  services: Services,
  { memberId, namesCorrections = true, ...given }: EarningsToOpen,
  fund?: CurrentFund,
): Promise<OpenedEarnings> {
  const { db } = services
  const period = await openStatements(services, given, fund)
  const { end } = period.period
  const { accountId, to } = given
  const span = afterOpening(period, { from: toMarketDay(given.from), to: toMarketDay(to) })
  const printed = namesCorrections ? await findPrintedSpans(db, { accountId, memberId, to }) : []
  const segments = await readLineSegments(db, await readHomes(db, accountId), end, [
    span,
    ...printed.map((one) => afterOpening(period, one)),
  ])
  const symbols = [...new Set(segments.symbols.values())]
  const classOf = await classifyLines(db, { marketSource: period.marketSource, symbols })
  const names = new Map(
    symbols.map((symbol) => {
      const facts = { symbol, isShort: false, weightDays: 0, daysHeld: 0, isHeld: false }
      const { name, detail } = classOf(facts, 'INSTRUMENT')
      return [name, detail]
    }),
  )
  return { period, span, segments, nameOf: (code) => names.get(code) ?? null, printed: new Set(printed.map(daysOf)) }
}

const daysOf = ({ from, to }: DaySpan): string => `${from} ${to}`

/** What is dated on or before the opening is part of the opening value. */
function afterOpening({ period }: OpenedPeriod, { from, to }: DaySpan): DaySpan {
  const first = addCalendarDays(period.end.records.opening.day, 1)
  return { from: from < first ? first : from, to }
}

/** The caller has checked who may read it. */
export async function writeFullStatement(
  { db }: Pick<Services, 'db'>,
  opened: OpenedEarnings,
  place: StatementAddress,
  span: StatementSpan,
): Promise<CapitalStatement> {
  const statement = writeStatement(opened.period, place, span)
  const own = ownEarnings(opened, place.holderId, statement)
  const { accountId, memberId, to } = span
  const issued = opened.printed.size === 0 ? [] : await findPrintedPages(db, { accountId, memberId, to })
  const linesOf = await linesOfIssued(opened, place.holderId, issued)
  const withNames = (lines: readonly EarnedLine[]) =>
    lines.map((line) => (line.kind === 'LINES' ? { ...line, detail: opened.nameOf(line.name) } : line))
  return {
    ...statement,
    earned: {
      ...own,
      lines: withNames(own.lines),
      corrections: nameCorrections(issued, (days) => linesOf.get(daysOf(days))),
    },
  }
}

/** The total is what the statement itself says. */
function ownEarnings(
  { period: { period }, span, segments }: OpenedEarnings,
  holderId: HolderId,
  { realised, unrealisedChange, expenses }: PlainStatement,
): HolderEarnings {
  const profitOf = (feesCents: bigint): bigint => realised + unrealisedChange - expenses + feesCents
  return earningsOf({ replay: period.end, segments, holderId, span, profitOf })
}

/** Others have their turn between two periods: a fund that never closes its books has many. */
async function linesOfIssued(
  opened: OpenedEarnings,
  holderId: HolderId,
  issued: readonly DaySpan[],
): Promise<ReadonlyMap<string, HolderEarnings['lines'] | undefined>> {
  const found = new Map<string, HolderEarnings['lines'] | undefined>()
  for (const days of issued) {
    const key = daysOf(days)
    // One that was issued after the period was opened says what is read here.
    if (found.has(key) || !opened.printed.has(key)) continue
    found.set(key, linesNow(opened, holderId, days))
    await setImmediate()
  }
  return found
}

function linesNow(opened: OpenedEarnings, holderId: HolderId, days: DaySpan): HolderEarnings['lines'] | undefined {
  const replay = opened.period.period.end
  const span = afterOpening(opened.period, days)
  const profitCents = profitOfHolder({ replay, records: replay.records }, holderId, span)
  const { segments } = opened
  const { lines, missing } = earningsOf({ replay, segments, holderId, span, profitOf: () => profitCents })
  return missing > 0 ? undefined : lines
}

export async function readOwnersFullStatement(
  services: Services,
  session: Pick<Session, 'userId'>,
  span: StatementSpan,
): Promise<CapitalStatement> {
  return readOne(services, await requireOwnersAddress(services, session, span), span)
}

export async function readMyFullStatement(
  services: Services,
  session: Session,
  span: StatementSpan,
): Promise<CapitalStatement> {
  return readOne(services, await requireMyParticipation(services.db, session, span), span)
}

const readOne = async (services: Services, place: StatementAddress, span: StatementSpan): Promise<CapitalStatement> =>
  writeFullStatement(services, await openEarnings(services, span), place, span)
