// Parses the query of the price history: the valid period and frequency combinations, and the span that each means.

import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import {
  addCalendarDays,
  addSessions,
  isKeyOf,
  marketDay,
  newYorkDateAt,
  newYorkInstant,
  periodStart,
  sessionOnOrBefore,
} from '@clubfolio/domain'

type PeriodType = 'day' | 'month' | 'year' | 'ytd'
export type FrequencyType = 'minute' | 'daily' | 'weekly' | 'monthly'

interface Rule {
  readonly periods: readonly number[]
  readonly defaultPeriod: number
  readonly frequencies: readonly FrequencyType[]
  readonly defaultFrequency: FrequencyType
}

const RULES: Readonly<Record<PeriodType, Rule>> = {
  day: { periods: [1, 2, 3, 4, 5, 10], defaultPeriod: 10, frequencies: ['minute'], defaultFrequency: 'minute' },
  month: { periods: [1, 2, 3, 6], defaultPeriod: 1, frequencies: ['daily', 'weekly'], defaultFrequency: 'weekly' },
  year: {
    periods: [1, 2, 3, 5, 10, 15, 20],
    defaultPeriod: 1,
    frequencies: ['daily', 'weekly', 'monthly'],
    defaultFrequency: 'monthly',
  },
  ytd: { periods: [1], defaultPeriod: 1, frequencies: ['daily', 'weekly'], defaultFrequency: 'weekly' },
}

const MINUTES = [1, 5, 10, 15, 30] as const

export interface HistoryQuery {
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
  readonly from: MarketDay
  readonly to: MarketDay
  readonly frequencyType: FrequencyType
  readonly frequency: number
  readonly withExtendedHours: boolean
  readonly withPreviousClose: boolean
}

/** Returns the day some months earlier; the last of the month where that has fewer days. */
export function monthsBefore(day: MarketDay, months: number): MarketDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const count = year * 12 + (month - 1) - months
  const lastOfMonth = new Date(Date.UTC(Math.floor(count / 12), (count % 12) + 1, 0)).getUTCDate()
  const two = (value: number): string => String(value).padStart(2, '0')
  return marketDay(`${Math.floor(count / 12)}-${two((count % 12) + 1)}-${two(Math.min(date, lastOfMonth))}`)
}

function firstDay(periodType: PeriodType, period: number, to: MarketDay): MarketDay {
  if (periodType === 'day') return addSessions(sessionOnOrBefore(to), 1 - period)
  if (periodType === 'ytd') return periodStart('YEAR', to)
  return monthsBefore(to, periodType === 'year' ? period * 12 : period)
}

function epochOf(value: unknown): EpochMs | null | undefined {
  if (value === undefined || value === '') return undefined
  const read = typeof value === 'string' && /^\d{1,14}$/.test(value) ? Number(value) : Number.NaN
  return Number.isNaN(read) ? null : toEpochMs(read)
}

const FIRST_MS = Date.UTC(1950, 0, 1)
const LAST_MS = Date.UTC(2190, 0, 1)

/**
 * Parses the query at a market time, or returns a sentence that describes the error. Explicit times win over the
 * period.
 */
export function readHistoryQuery(query: Record<string, unknown>, nowMs: EpochMs): HistoryQuery | string {
  const periodType = query['periodType'] ?? 'day'
  if (typeof periodType !== 'string' || !isKeyOf(RULES, periodType))
    return `periodType is one of ${Object.keys(RULES).join(', ')}`
  const rule = RULES[periodType]
  const period = query['period'] === undefined ? rule.defaultPeriod : Number(query['period'])
  const askedFrequency = query['frequencyType'] ?? rule.defaultFrequency
  const frequencyType = rule.frequencies.find((known) => known === askedFrequency)
  if (frequencyType === undefined) return `frequencyType for ${periodType} is one of ${rule.frequencies.join(', ')}`
  const frequency = query['frequency'] === undefined ? 1 : Number(query['frequency'])
  const frequencies = frequencyType === 'minute' ? MINUTES : [1]
  if (!frequencies.some((known) => known === frequency))
    return `frequency for ${frequencyType} is one of ${frequencies.join(', ')}`
  const start = epochOf(query['startDate'])
  const end = epochOf(query['endDate'])
  if (start === null || end === null) return 'startDate and endDate are milliseconds since 1970'
  if (start === undefined && !rule.periods.includes(period))
    return `period for ${periodType} is one of ${rule.periods.join(', ')}`
  const untilMs = toEpochMs(Math.min(end ?? nowMs, LAST_MS))
  const to = newYorkDateAt(untilMs)
  const from =
    start === undefined ? firstDay(periodType, period, to) : newYorkDateAt(toEpochMs(Math.max(start, FIRST_MS)))
  if (from > to) return 'endDate is earlier than startDate'
  const tomorrow = newYorkInstant(addCalendarDays(to, 1), 0)
  return {
    fromMs: start ?? newYorkInstant(from, 0),
    untilMs: end ?? tomorrow,
    from,
    to,
    frequencyType,
    frequency,
    withExtendedHours: query['needExtendedHoursData'] !== 'false',
    withPreviousClose: query['needPreviousClose'] === 'true',
  }
}
