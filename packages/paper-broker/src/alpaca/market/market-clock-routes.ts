// GET clock and GET calendar of the Alpaca wire.

import {
  addSessions,
  CLOSE_MINUTE,
  EARLY_CLOSE_MINUTE,
  isEarlyClose,
  marketDaySpan,
  newYorkDateAt,
  newYorkInstant,
  nextSession,
  OPEN_MINUTE,
  parseMarketDay,
  sessionHours,
  sessionOnOrAfter,
  sessionOnOrBefore,
  sessionsBetween,
} from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import type { FastifyInstance } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { MarketState } from '../../market/market-state.ts'
import { SETTLEMENT_SESSIONS } from '../../order/unsettled.ts'
import { windowAt, windowOn } from '../../order/trading-window.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { newYorkText } from '../kernel/alpaca-time.ts'
import { wordOf } from '../order/order-list-query.ts'

const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2029-12-31'

function timeText(minute: number, separator: string): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}${separator}${two(minute % 60)}`
}

/** The session with extended hours, as the engine has it. */
function extendedText(day: MarketDay, end: 'fromMs' | 'untilMs'): string {
  const at = windowOn('SEAMLESS', day, false)[end]
  return timeText(Math.round((at - newYorkInstant(day, 0)) / 60_000), '')
}

function calendarWire(day: MarketDay): object {
  return {
    date: day,
    open: timeText(OPEN_MINUTE, ':'),
    close: timeText(isEarlyClose(day) ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE, ':'),
    session_open: extendedText(day, 'fromMs'),
    session_close: extendedText(day, 'untilMs'),
    settlement_date: addSessions(day, SETTLEMENT_SESSIONS),
  }
}

function dayOf(name: string, value: unknown, fallback: string): MarketDay {
  const text = value === undefined || value === '' ? fallback : value
  const day = typeof text === 'string' ? parseMarketDay(text.slice(0, 10)) : null
  if (day === null) throw new AlpacaRefusal('invalid', `${name} is a day YYYY-MM-DD.`)
  return day
}

/** Returns the next opening and close after the market's present. A market that never rests opens when it closes. */
function nextTurns({ marketMs, isAlwaysOpen }: MarketState): { readonly open: EpochMs; readonly close: EpochMs } {
  const window = windowAt('NORMAL', marketMs, isAlwaysOpen)
  if (marketMs < window.fromMs) return { open: window.fromMs, close: window.untilMs }
  const day = newYorkDateAt(window.untilMs)
  const next = nextSession(day)
  const hours = sessionHours(next)
  if (hours === null) throw new Error(`No session on ${next}`)
  return { open: isAlwaysOpen ? marketDaySpan(next).fromMs : hours.openMs, close: window.untilMs }
}

export function marketClockRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  scope.get('/clock', async () => {
    const state = await parts.desk.active()
    const turns = nextTurns(state)
    return {
      timestamp: newYorkText(state.marketMs),
      is_open: state.isOpen,
      next_open: newYorkText(turns.open),
      next_close: newYorkText(turns.close),
    }
  })

  scope.get('/calendar', async (request) => {
    const query = readFields(request.query)
    wordOf('date_type', query['date_type'], ['TRADING', 'SETTLEMENT'], 'TRADING')
    const start = dayOf('start', query['start'], FIRST_DAY)
    const end = dayOf('end', query['end'], LAST_DAY)
    if (end < start) throw new AlpacaRefusal('invalid', 'end is earlier than start.')
    const days = sessionsBetween(sessionOnOrAfter(start), sessionOnOrBefore(end))
    if (query['date_type'] !== 'SETTLEMENT') return days.map(calendarWire)
    return sessionsBetween(addSessions(sessionOnOrAfter(start), -2), sessionOnOrBefore(end))
      .map((day) => ({ day, settles: addSessions(day, SETTLEMENT_SESSIONS) }))
      .filter(({ settles }) => start <= settles && settles <= end)
      .map(({ day }) => calendarWire(day))
  })
}
