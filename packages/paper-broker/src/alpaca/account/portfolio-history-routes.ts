// GET account/portfolio/history of the Alpaca wire: by day, because the books are valued at closes.

import { addCalendarDays, newYorkDateAt, newYorkInstant, parseMarketDay } from '@clubfolio/domain'
import type { Cents, MarketDay } from '@clubfolio/domain'
import type { FastifyInstance } from 'fastify'
import { readAccount } from '../../account/read-account.ts'
import type { BrokerParts } from '../../broker-parts.ts'
import type { Database } from '../../db/connect.ts'
import { listOf } from '../../kernel/query-list.ts'
import { readFields } from '../../kernel/read-fields.ts'
import { monthsBefore } from '../../market-data/history-query.ts'
import { divideHalfUp, wireNumber } from '../../money/decimal.ts'
import { cents, centsNumber } from '../../money/money.ts'
import { alpacaCallerOf } from '../access/require-credential.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { instantOf } from '../kernel/alpaca-time.ts'
import { baseDayOf, dayValues } from './portfolio-history.ts'
import type { DayValue } from './portfolio-history.ts'
import type { ActivityType } from './read-activities.ts'
import { CASH_TYPES, readActivities } from './read-activities.ts'

const FRACTION_SCALE = 4
/** A day carries the end of its last session, 20:00 in New York, as in the examples of the public text. */
const LABEL_MINUTE = 20 * 60
/** More activities than any account has. */
const ALL_ACTIVITIES = 1_000_000

function fractionOf(profit: bigint, basis: Cents): number {
  if (basis === 0n) return 0
  return wireNumber(divideHalfUp(profit * 10n ** BigInt(FRACTION_SCALE), basis), FRACTION_SCALE)
}

/** Returns the types of activities whose cash is asked for; none by default. */
function flowTypesOf(value: unknown): ReadonlySet<ActivityType> {
  const asked = listOf(value).map((name) => name.toUpperCase())
  return new Set(CASH_TYPES.filter((type) => asked.includes(type) || asked.includes('ALL')))
}

interface FlowQuery {
  readonly types: ReadonlySet<ActivityType>
  readonly values: readonly DayValue[]
}

/** Returns the cash that each type moved on each day. */
async function readFlows(
  database: Database,
  accountId: string,
  { types, values }: FlowQuery,
): Promise<Record<string, number[]>> {
  const sums = new Map([...types].map((type) => [type, new Map<MarketDay, bigint>()]))
  const found = await readActivities(database, accountId, {
    types,
    after: undefined,
    until: undefined,
    day: null,
    direction: 'asc',
    limit: ALL_ACTIVITIES,
    beyond: null,
  })
  for (const { type, transaction, item } of found) {
    const ofType = sums.get(type)
    ofType?.set(transaction.market_day, (ofType.get(transaction.market_day) ?? 0n) + item.amount_cents)
  }
  return Object.fromEntries(
    [...sums].map(([type, ofType]) => [type, values.map(({ day }) => centsNumber(ofType.get(day) ?? 0n))]),
  )
}

function dayIn(name: string, value: unknown): MarketDay | null {
  if (value === undefined || value === '') return null
  const day = typeof value === 'string' ? parseMarketDay(value) : null
  if (day !== null) return day
  const at = instantOf(name, value)
  return at === undefined ? null : newYorkDateAt(at)
}

/** Returns the first day of a period such as `1M` that ends on a day. */
function startOf(period: string, end: MarketDay): MarketDay {
  const match = /^(\d{1,3})([DWMA])$/.exec(period)
  const count = Number(match?.[1])
  switch (match?.[2]) {
    case 'D':
      return addCalendarDays(end, 1 - count)
    case 'W':
      return addCalendarDays(end, 1 - 7 * count)
    case 'M':
      return addCalendarDays(monthsBefore(end, count), 1)
    case 'A':
      return addCalendarDays(monthsBefore(end, 12 * count), 1)
    default:
      throw new AlpacaRefusal('invalid', 'period is a number and D, W, M or A, such as 1M.')
  }
}

export function portfolioHistoryRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/account/portfolio/history', async (request) => {
    const query = readFields(request.query)
    const { timeframe = '1D', period = '1M' } = query
    if (timeframe !== '1D')
      throw new AlpacaRefusal('invalid', 'timeframe is 1D: the brokerage values its books at the close of a day.')
    const picture = await readAccount(parts, alpacaCallerOf(request).account)
    const end = dayIn('end', query['end']) ?? dayIn('date_end', query['date_end']) ?? picture.state.marketDay
    const from = dayIn('start', query['start']) ?? startOf(String(period), end)
    if (end < from) throw new AlpacaRefusal('invalid', 'end is earlier than start.')
    const baseDay = baseDayOf(from)
    const days = await dayValues(parts.database, picture, baseDay, end)
    const [base] = days
    // An account that is younger than the span starts from its own first day.
    const values = base?.day === baseDay ? days.slice(1) : days
    const before = values.map((_, n) => values[n - 1] ?? base)
    const profits = values.map(({ equity }, n) => equity - (before[n]?.equity ?? equity))
    const flows = flowTypesOf(query['cashflow_types'])
    return {
      timestamp: values.map(({ day }) => newYorkInstant(day, LABEL_MINUTE) / 1000),
      equity: values.map(({ equity }) => centsNumber(equity)),
      profit_loss: profits.map(centsNumber),
      profit_loss_pct: profits.map((profit, n) => fractionOf(profit, before[n]?.equity ?? cents(0n))),
      base_value: centsNumber(base?.equity ?? 0n),
      ...(base?.day === baseDay ? { base_value_asof: baseDay } : {}),
      ...(flows.size === 0
        ? {}
        : { cashflow: await readFlows(parts.database, picture.account.accountId, { types: flows, values }) }),
      timeframe: '1D',
    }
  })
}
