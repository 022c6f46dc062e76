// How long the access to an account still lasts, in words, and whether it needs attention.
// Source: docs/rules/brokerage.md, "Access expiry".
import type { Account } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const warnBeforeMs = 2 * dayMs

export interface AccessLeft {
  readonly kind: 'good' | 'soon' | 'lapsed'
  /** `6 days`, `5 hours`, `12 minutes`, `Lapsed`, `Until revoked`. */
  readonly words: string
}

/** What stands in place of a date: an account from files needs no access. */
export const endlessAccess = ({ broker }: Pick<Account, 'broker'>): string =>
  broker === 'files' ? 'From files' : broker === 'archive' ? 'Imported' : 'Until revoked'

/** An open page updates its clock every half minute; that lag must not add a day. */
const graceMs = minuteMs

/**
 * Rounds up to the next whole unit: 1 day and 1 hour left reads 2 days, as a calendar would. Null is an access that
 * lasts until its owner revokes it.
 */
export function accessLeft(expiresMs: number | null, nowMs: number): AccessLeft {
  if (expiresMs === null) return { kind: 'good', words: 'Until revoked' }
  const leftMs = expiresMs - nowMs
  if (leftMs <= 0) return { kind: 'lapsed', words: 'Lapsed' }
  return { kind: leftMs <= warnBeforeMs ? 'soon' : 'good', words: inWords(leftMs) }
}

/**
 * Returns since when the access to an account is lapsed; undefined while it is good. Every place that names the time
 * gets it here: the end of the access is earlier than the first reading that fails for it.
 */
export function lapsedSince(
  {
    accessExpirationDate,
    syncFailure,
    syncFailedAt,
  }: Pick<Account, 'accessExpirationDate' | 'syncFailure' | 'syncFailedAt'>,
  nowMs: number,
): number | undefined {
  if (accessExpirationDate !== null && accessExpirationDate <= nowMs) return accessExpirationDate
  return syncFailure === 'LAPSED' ? (syncFailedAt ?? nowMs) : undefined
}

function inWords(leftMs: number): string {
  if (leftMs > dayMs) return count(Math.ceil((leftMs - graceMs) / dayMs), 'day')
  if (leftMs > hourMs) return count(Math.ceil(leftMs / hourMs), 'hour')
  return count(Math.ceil(leftMs / minuteMs), 'minute')
}

const count = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`
