// The page "What earned your money" of a statement: what each instrument earned for one holder in the days of the
// statement, and what has changed on the pages of statements that were issued before. Source:
// docs/rules/attribution.md, "On statements".
import { type Cents, toCents } from '@clubfolio/domain'
import { z } from 'zod'
import { day, dollars, instant, percent } from '../wire.ts'
import { AttributionLine } from './fund-attribution.ts'

const figures = {
  price: dollars,
  /** Dividends and interest; negative where they were paid. */
  income: dollars,
  /** Negative where fees were paid. */
  fees: dollars,
  /** price + income + fees. */
  profit: dollars,
  /** Null where the period has no percent. */
  contribution: percent.nullable(),
}

const EarnedLine = z
  .object({ kind: AttributionLine.shape.kind, name: z.string(), detail: z.string().nullable(), ...figures })
  .meta({ id: 'EarnedLine' })
export type EarnedLine = z.output<typeof EarnedLine>

/** What an issued statement says of a line, and what the books say now. */
const CorrectedLine = z.object({ name: z.string(), printed: dollars, now: dollars }).meta({ id: 'CorrectedLine' })
export type CorrectedLine = z.output<typeof CorrectedLine>

const EarnedCorrection = z
  .object({
    /** The days of the issued statement, and when it was issued. */
    from: day,
    to: day,
    issuedAt: instant,
    /** Largest difference first. What statements since have named counts as printed. */
    lines: z.array(CorrectedLine),
    total: z.object({ printed: dollars, now: dollars }),
  })
  .meta({ id: 'EarnedCorrection' })
export type EarnedCorrection = z.output<typeof EarnedCorrection>

export const StatementEarnings = z
  .object({
    closes: z.number().int(),
    /** Closes whose lines are not computed yet: `lines` is empty then. */
    missing: z.number().int(),
    /** Instruments, largest amount first; below them Cash and the other lines of no instrument. */
    lines: z.array(EarnedLine),
    /** The profit of the statement; the contribution is the holder's time-weighted return. */
    total: z.object(figures),
    corrections: z.array(EarnedCorrection),
  })
  .meta({ id: 'StatementEarnings' })
export type StatementEarnings = z.output<typeof StatementEarnings>

export const earnedHeading = 'What earned your money'

export const earnedNote =
  'Each amount is your part, by units, of what the instrument earned from close to close, and the contributions add ' +
  'up to your time-weighted return. Performance in Clubfolio has the same for any other days.'

/** Said in the place of the page; null where nothing is missing. */
export function earnedGap({ closes, missing }: Pick<StatementEarnings, 'closes' | 'missing'>): string | null {
  if (missing === 0) return null
  const which = missing === closes ? 'the closes of these days' : `${missing} of the ${closes} closes of these days`
  return (
    `This page is left out, because what the instruments earned at ${which} is not computed. No figure of the ` +
    'statement depends on it.'
  )
}

/** The total of a correction: its rows are only those that have changed. */
export const allLines = 'All lines together'

export const correctedHeading = 'Changes to earlier statements'

export const correctedNote =
  'The books of these days have changed since the statement was issued. It stays as it is; this is what its page ' +
  'says, and what the books say now.'

/** Instruments that a page has room for. */
export const mostEarned = 25
const mostCorrected = 10

export type EarnedRow = Omit<EarnedLine, 'kind'> & { readonly kind: EarnedLine['kind'] | 'OTHERS' }

/**
 * Returns the rows of the page: the largest instruments, the others as one, and the lines of no instrument. They add up
 * to the total. Example: of 60 instruments, 24 and "Others (36)".
 */
export function earnedRows(lines: readonly EarnedLine[], most = mostEarned): EarnedRow[] {
  const instruments = lines.filter(({ kind }) => kind === 'LINES')
  if (instruments.length <= most) return [...lines]
  const others = instruments.slice(most - 1)
  const sum = (of: (line: EarnedLine) => Cents): Cents => toCents(others.reduce((all, line) => all + of(line), 0n))
  const hasPercent = others.every(({ contribution }) => contribution !== null)
  return [
    ...instruments.slice(0, most - 1),
    {
      kind: 'OTHERS',
      name: `Others (${others.length})`,
      detail: null,
      price: sum(({ price }) => price),
      income: sum(({ income }) => income),
      fees: sum(({ fees }) => fees),
      profit: sum(({ profit }) => profit),
      // Hundredths of a percent are whole numbers.
      contribution: hasPercent
        ? others.reduce((all, { contribution }) => all + Math.round((contribution ?? 0) * 100), 0) / 100
        : null,
    },
    ...lines.filter(({ kind }) => kind !== 'LINES'),
  ]
}

/** Returns the rows of a correction, in the same way: the largest differences, and the others as one. */
export function correctedRows({ lines }: Pick<EarnedCorrection, 'lines'>, most = mostCorrected): CorrectedLine[] {
  if (lines.length <= most) return [...lines]
  const others = lines.slice(most - 1)
  return [
    ...lines.slice(0, most - 1),
    {
      name: `Others (${others.length})`,
      printed: toCents(others.reduce((all, { printed }) => all + printed, 0n)),
      now: toCents(others.reduce((all, { now }) => all + now, 0n)),
    },
  ]
}
