// The advanced calculator's state besides its figures, how it is saved, and what a link from another screen supplies.
import { barTimings, investmentTypes, type AnalysisContent, type BarTiming } from '@clubfolio/contract'
import { z } from 'zod'
import type { ChartSpan } from '../chart/bar-span.ts'
import { emptyFields, type CalculatorFields } from './calculator-form.ts'

export interface Analysis {
  readonly fields: CalculatorFields
  readonly ticket: string | null
  readonly timing: BarTiming
  /** Null means the default: from 20 years ago to today. */
  readonly span: ChartSpan | null
}

export const emptyAnalysis: Analysis = { fields: emptyFields, ticket: null, timing: '_MONTH', span: null }

const text = z
  .string()
  .regex(/^\d*\.?\d*$/)
  .max(24)
  .catch('')

/** The query of a link: `?ticket=SPY&direction=short&capital=50000&risk=1&resistance=47.6&support=44.2`. */
const Link = z.object({
  ticket: z.string().trim().toUpperCase().max(24).nullable().catch(null),
  timing: z.enum(barTimings).catch('_MONTH'),
  direction: z.enum(investmentTypes).catch('long'),
  capital: text,
  risk: text,
  resistance: text,
  support: text,
})

export function analysisOfLink(search: Readonly<Record<string, unknown>>): Analysis {
  const { ticket, timing, ...fields } = Link.parse(search)
  return { fields, ticket: ticket === '' ? null : ticket, timing, span: null }
}

/**
 * Chooses another instrument, or none. Levels belong to the instrument they were typed or drawn for, so they go with
 * it; capital and risk stay.
 */
export const withTicket = <Place extends Pick<Analysis, 'ticket' | 'fields'>>(
  before: Place,
  ticket: string | null,
): Place => ({
  ...before,
  ticket,
  fields:
    before.ticket === null || before.ticket === ticket
      ? before.fields
      : { ...before.fields, resistance: '', support: '' },
})

/** Completes a number that begins or ends with its point: "5." is "5", ".5" is "0.5". */
const completed = (typed: string): string =>
  typed
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
    .replace(/^0$/, typed === '.' ? '' : '0')

export const toContent = ({ fields, ticket, timing, span }: Analysis, defaultSpan: ChartSpan): AnalysisContent => ({
  ticket,
  timing,
  startDate: (span ?? defaultSpan).start,
  endDate: (span ?? defaultSpan).end,
  investment_type: fields.direction,
  capital: completed(fields.capital),
  risk: completed(fields.risk),
  resistance_price: completed(fields.resistance),
  support_price: completed(fields.support),
})

export const fromContent = (content: AnalysisContent): Analysis => ({
  ticket: content.ticket,
  timing: content.timing,
  span: { start: content.startDate, end: content.endDate },
  fields: {
    direction: content.investment_type,
    capital: content.capital,
    risk: content.risk,
    resistance: content.resistance_price,
    support: content.support_price,
  },
})
