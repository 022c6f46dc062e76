// GET account/portfolio/history of the Alpaca wire: by day, because the books are valued at closes.

import { addCalendarDays, newYorkDateAt, parseMarketDay, sessionHours } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { FastifyInstance } from 'fastify'
import { readAccount } from '../../account/read-account.ts'
import type { BrokerParts } from '../../broker-parts.ts'
import { readFields } from '../../kernel/read-fields.ts'
import { monthsBefore } from '../../market-data/history-query.ts'
import { divideHalfUp, wireNumber } from '../../money/decimal.ts'
import { centsNumber } from '../../money/money.ts'
import { alpacaCallerOf } from '../access/require-credential.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { instantOf } from '../kernel/alpaca-time.ts'
import { baseDayOf, dayValues } from './portfolio-history.ts'

const FRACTION_SCALE = 6

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
    const [first, ...rest] = await dayValues(parts.database, picture, baseDay, end)
    // An account that is younger than the span starts from its own first day.
    const base = first
    const values = base?.day === baseDay ? rest : base === undefined ? [] : [base, ...rest]
    const profits = values.map(({ equity, paidIn }) =>
      base === undefined ? 0n : equity - base.equity - (paidIn - base.paidIn),
    )
    const basis = base?.equity ?? 0n
    return {
      timestamp: values.map(({ day }) => Math.floor((sessionHours(day)?.openMs ?? 0) / 1000)),
      equity: values.map(({ equity }) => centsNumber(equity)),
      profit_loss: profits.map(centsNumber),
      profit_loss_pct: profits.map((profit) =>
        basis === 0n ? 0 : wireNumber(divideHalfUp(profit * 10n ** BigInt(FRACTION_SCALE), basis), FRACTION_SCALE),
      ),
      base_value: centsNumber(basis),
      ...(base?.day === baseDay ? { base_value_asof: baseDay } : {}),
      timeframe: '1D',
    }
  })
}
