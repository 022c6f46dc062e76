// Turns the decision about the dates of a file into an order or a refusal.
import type { DateOrder, DateOrderDecision } from '@clubfolio/domain'
import { StatementFileError } from './statement-file-error.ts'

/**
 * Returns how the dates of a file are written, `ymd` if none has its year last. Throws `StatementFileError` if they
 * read in both orders or contradict each other.
 */
export function dateOrderOf(decision: DateOrderDecision): DateOrder | 'ymd' {
  if ('order' in decision) return decision.order
  if (decision.fault === 'AMBIGUOUS')
    throw new StatementFileError(
      'undecidedDates',
      'Every date of this file reads both with the month first and with the day first. Choose how its ' +
        'dates are written.',
    )
  if (decision.fault === 'CONTRADICTED')
    throw new StatementFileError(
      'contradictoryDates',
      `The date ${decision.by.text} on line ${decision.by.line} does not read in the chosen order. Choose ` +
        'the other one.',
      decision.by.line,
    )
  const { monthFirst, dayFirst } = decision
  throw new StatementFileError(
    'contradictoryDates',
    `${monthFirst.text} on line ${monthFirst.line} has the month first, ${dayFirst.text} on line ` +
      `${dayFirst.line} the day first. Export the file again with one kind of dates.`,
    monthFirst.line,
  )
}
