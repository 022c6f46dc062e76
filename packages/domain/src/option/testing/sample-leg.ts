// Legs of ACME that expire on 2026-03-20 for tests: a contract at a strike, and shares.
import type { PositionLeg } from '../position-leg.ts'

const leg = (right: 'CALL' | 'PUT', strike: number, quantity: number, expiration: string): PositionLeg => ({
  code: `ACME  ${expiration.slice(2).replaceAll('-', '')}${right.charAt(0)}${String(strike * 1000).padStart(8, '0')}`,
  contract: { underlying: 'ACME', right, strike, expiration },
  quantity,
  multiplier: 100,
  bid: '1',
  ask: '1.1',
  mark: '1.05',
  volatility: 0.3,
})

export const call = (strike: number, quantity: number, expiration = '2026-03-20'): PositionLeg =>
  leg('CALL', strike, quantity, expiration)
export const put = (strike: number, quantity: number, expiration = '2026-03-20'): PositionLeg =>
  leg('PUT', strike, quantity, expiration)
export const shares = (quantity: number): PositionLeg => ({
  code: 'ACME',
  contract: null,
  quantity,
  multiplier: 1,
  bid: '99.9',
  ask: '100.1',
  mark: '100',
  volatility: null,
})
