// The 21-character code by which brokers and exchanges identify an option: root, date, right and strike.

import { isSession, parseMarketDay } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { OptionRight } from './black-scholes.ts'

/** An option contract: the right to buy (call) or sell (put) 100 shares at the strike, in dollars, until a day. */
export interface OptionContract {
  readonly underlying: string
  readonly right: OptionRight
  readonly strike: number
  readonly expiration: MarketDay
}

/** Shares per contract. */
export const OPTION_MULTIPLIER = 100

/**
 * Returns the code of a contract. Example: a call on AAPL, strike 235, expiring 2026-12-18 is `AAPL  261218C00235000`.
 */
export function optionCodeOf({ underlying, right, strike, expiration }: OptionContract): string {
  const date = expiration.slice(2).replaceAll('-', '')
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0')
  return `${underlying.padEnd(6)}${date}${right === 'CALL' ? 'C' : 'P'}${thousandths}`
}

/** Parses a code, or returns null if it is invalid or its day is not a session. Years are those from 2000 to 2099. */
export function parseOptionCode(code: string): OptionContract | null {
  const parts = /^([A-Z][A-Z0-9.]{0,5}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/.exec(code)
  if (parts === null || code.length !== 21) return null
  const [, underlying = '', year, month, day, right, strike] = parts
  const expiration = parseMarketDay(`20${year}-${month}-${day}`)
  if (expiration === null || !isSession(expiration) || Number(strike) === 0) return null
  return { underlying, right: right === 'C' ? 'CALL' : 'PUT', strike: Number(strike) / 1000, expiration }
}
