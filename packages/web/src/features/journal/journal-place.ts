// What the journal shows, as its address holds it: period, filters, order, page, the view and the trade that is open.
import { tradeOrders, type TradeFilter } from '@clubfolio/contract'
import { holdingTimes, roundToCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import dayjs from 'dayjs'
import { z } from 'zod'

export const journalPeriods = ['all', 'month', 'lastMonth', 'quarter', 'year', 'lastYear', 'own'] as const
export type JournalPeriod = (typeof journalPeriods)[number]

export const periodWords: Readonly<Record<JournalPeriod, string>> = {
  all: 'All time',
  month: 'This month',
  lastMonth: 'Last month',
  quarter: 'Last 3 months',
  year: 'This year',
  lastYear: 'Last year',
  own: 'Own range',
}

export const journalViews = ['trades', 'statistics', 'calendar'] as const

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .or(z.literal(''))
  .catch('')

const plainNumber = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,4})?$/)
  .or(z.literal(''))
  .catch('')

export const JournalPlace = z.object({
  view: z.enum(journalViews).catch('trades'),
  period: z.enum(journalPeriods).catch('all'),
  from: day,
  to: day,
  /** Of the account in view, or of all that are added up. */
  accounts: z.enum(['one', 'all']).catch('one'),
  code: z.string().max(24).catch(''),
  state: z.enum(['', 'OPEN', 'CLOSED']).catch(''),
  side: z.enum(['', 'LONG', 'SHORT']).catch(''),
  result: z.enum(['', 'WIN', 'LOSS', 'EVEN']).catch(''),
  setup: z.string().max(60).catch(''),
  tag: z.string().max(30).catch(''),
  weekday: z.coerce.number().int().min(0).max(7).catch(0),
  holding: z.enum(['', ...holdingTimes]).catch(''),
  /** Limits of the best and worst result while open, in R or dollars. */
  best: plainNumber,
  worst: plainNumber,
  unit: z.enum(['R', 'USD']).catch('R'),
  sort: z.enum(tradeOrders).catch('closed'),
  direction: z.enum(['ASC', 'DESC']).catch('DESC'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(50),
  /** The open trade and its account; `worst` opens the worst trade in view. */
  trade: z.string().max(120).catch(''),
  of: z.string().max(40).catch(''),
})
export type JournalPlace = z.output<typeof JournalPlace>

export interface ClosedDays {
  readonly fromDate: string | null
  readonly toDate: string | null
}

/** Returns the days of a period on a day: "Last month" on 2026-03-04 is 2026-02-01 to 2026-02-28. */
export function periodRange(
  { period, from, to }: Pick<JournalPlace, 'period' | 'from' | 'to'>,
  today: string,
): ClosedDays {
  const now = dayjs(today)
  const days = (start: dayjs.Dayjs, end: dayjs.Dayjs): ClosedDays => ({
    fromDate: start.format('YYYY-MM-DD'),
    toDate: end.format('YYYY-MM-DD'),
  })
  switch (period) {
    case 'all':
      return { fromDate: null, toDate: null }
    case 'month':
      return days(now.startOf('month'), now.endOf('month'))
    case 'lastMonth':
      return days(now.subtract(1, 'month').startOf('month'), now.subtract(1, 'month').endOf('month'))
    case 'quarter':
      return days(now.subtract(3, 'month').add(1, 'day'), now)
    case 'year':
      return days(now.startOf('year'), now.endOf('year'))
    case 'lastYear':
      return days(now.subtract(1, 'year').startOf('year'), now.subtract(1, 'year').endOf('year'))
    default:
      return { fromDate: from === '' ? null : from, toDate: to === '' ? null : to }
  }
}

/** Returns the filter of the calls. */
export function filterOf(place: JournalPlace, accountIds: readonly string[], today: string): TradeFilter {
  const orNull = <Value extends string>(value: Value | '') => (value === '' ? null : value)
  return {
    accountIds: [...accountIds],
    ...periodRange(place, today),
    state: orNull(place.state),
    code: orNull(place.code.trim()),
    side: orNull(place.side),
    result: orNull(place.result),
    setup: orNull(place.setup.trim()),
    tag: orNull(place.tag.trim()),
    weekday: place.weekday === 0 ? null : place.weekday,
    holdingTime: orNull(place.holding),
    ...limitsOf(place),
  }
}

function limitsOf({ best, worst, unit }: JournalPlace) {
  const inDollars = (text: string) => (unit === 'R' || text === '' ? null : roundToCents(new Decimal(text)))
  const inR = (text: string) => (unit === 'R' && text !== '' ? Number(text) : null)
  return { minBest: inDollars(best), maxWorst: inDollars(worst), minBestR: inR(best), maxWorstR: inR(worst) }
}

/** What resets every filter except the period and the accounts. */
export const noFilter = {
  code: '',
  state: '',
  side: '',
  result: '',
  setup: '',
  tag: '',
  weekday: 0,
  holding: '',
  best: '',
  worst: '',
  start: 0,
} as const satisfies Partial<JournalPlace>

export const hasFilter = (place: JournalPlace): boolean =>
  place.code !== '' ||
  place.state !== '' ||
  place.side !== '' ||
  place.result !== '' ||
  place.setup !== '' ||
  place.tag !== '' ||
  place.weekday !== 0 ||
  place.holding !== '' ||
  place.best !== '' ||
  place.worst !== ''
