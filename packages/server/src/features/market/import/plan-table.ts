// Turns what was found out about a table, and what a person said, into how it is read; or refuses it and says what has
// to be said. Nothing is guessed: a table is read in one way, or not at all.
// Source: docs/rules/market.md, "The symbol of a file" and "Dates of a file".
import { symbolPattern, type DateOrder, type DateOrderDecision } from '@clubfolio/domain'
import { normalCode } from './check-daily-line.ts'
import type { ExaminedTable } from './examine-table.ts'
import type { FileKind } from './file-kind.ts'
import { UnreadableFile } from './read-lines.ts'

export interface TablePlan {
  readonly kind: FileKind
  /** The symbol of a table without a symbol column; undefined when it needs none. */
  readonly code: string | undefined
  readonly dateOrder: DateOrder | 'ymd'
}

/** `said` is the symbol that a person entered for this table; '' is none. */
export function planTable({ kind, symbol, dates }: ExaminedTable, said: string | undefined): TablePlan {
  return { kind, dateOrder: orderOf(dates), code: symbol === undefined ? undefined : codeOf(symbol, said) }
}

function codeOf({ symbol, candidates }: NonNullable<ExaminedTable['symbol']>, said: string | undefined): string {
  const code = normalCode(said === undefined || said === '' ? (symbol ?? '') : said)
  if (symbolPattern.test(code)) return code
  if (code !== '') throw new UnreadableFile(`"${code}" is not a symbol.`)
  const why =
    candidates.length === 0
      ? 'its name has none'
      : candidates.length === 1
        ? `its name could mean ${candidates[0]}, which is not certain`
        : `its name could mean ${candidates.slice(0, -1).join(', ')} or ${candidates.at(-1)}`
  throw new UnreadableFile(
    `The file has no column of symbols, and ${why}. Say which symbol it is: on the page Market Data, or by command ` +
      `with --symbol ${candidates[0] ?? 'CODE'}.`,
  )
}

function orderOf(decision: DateOrderDecision): DateOrder | 'ymd' {
  if ('order' in decision) return decision.order
  throw new UnreadableFile(describeDateFault(decision))
}

export function describeDateFault(decision: Extract<DateOrderDecision, { fault: string }>): string {
  if (decision.fault === 'AMBIGUOUS')
    return (
      'Every date of the file reads with the month first and with the day first. Say which it is: on the page Market ' +
      'Data, or by command with --dates mdy (month first) or --dates dmy (day first).'
    )
  if (decision.fault === 'CONTRADICTED')
    return `The date ${decision.by.text} on line ${decision.by.line} does not read in the order that was stated.`
  const { monthFirst, dayFirst } = decision
  return (
    `The dates of the file are written in two ways: ${monthFirst.text} on line ${monthFirst.line} has the month ` +
    `first, ${dayFirst.text} on line ${dayFirst.line} the day. Write them in one way.`
  )
}
