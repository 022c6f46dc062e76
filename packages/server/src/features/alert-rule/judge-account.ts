// Judges one account rule against what is known of the account. An account that is disabled, or whose last reading
// failed or is old, is not judged; only the end of an active account's access is judged regardless.
import {
  dayMs,
  newYorkTimeText,
  stepPositions,
  stepRule,
  type AccountTerms,
  type PositionMemory,
  type RuleState,
  toEpochMs,
} from '@clubfolio/domain'
import type { RuleMemory } from '../../db/tables/alert-tables.ts'
import { maskedAccount } from '../account/account-name.ts'
import type { AccountFacts, UncoveredHolding } from './account-sight.ts'
import { describeUnprotected, formatTrimmedPercent } from './rule-words.ts'

/** Account values older than this are stale. */
export const staleMs = 15 * 60_000
/** A drawdown rule clears when the drawdown is back at four fifths of the rule's percentage. */
const backShare = 0.8

export interface AccountSight {
  readonly facts: AccountFacts
  /** Undefined if no rule needs it. */
  readonly drawdown: number | undefined
  readonly unprotected: readonly UncoveredHolding[] | undefined
}

export interface AccountStanding {
  readonly terms: AccountTerms
  readonly state: RuleState
  readonly occasion: string
  readonly memory: RuleMemory
  readonly is_repeating: boolean
}

export interface AccountStep {
  readonly state: RuleState
  readonly occasion: string
  readonly memory: PositionMemory | undefined
  /** The firing's text; undefined unless the rule fires. */
  readonly text: string | undefined
}

export const isFresh = ({ is_active, synced_at, failure }: AccountFacts, nowMs: number): boolean =>
  is_active && failure === null && synced_at !== null && nowMs - synced_at.getTime() <= staleMs

/** Returns the rule's next step; undefined while the account cannot be judged. */
export function judgeAccount(
  rule: AccountStanding,
  { facts, drawdown, unprotected }: AccountSight,
  nowMs: number,
): AccountStep | undefined {
  const account = `Account ${maskedAccount(facts)}`
  if (rule.terms.kind === 'ACCESS') {
    if (!facts.is_active || facts.access_ends_at === null) return undefined
    const endsMs = facts.access_ends_at.getTime()
    const isMet = endsMs <= nowMs + rule.terms.days * dayMs
    // Each authorisation has its own end: a renewal is a new occasion.
    const step = stepRule(
      rule,
      { isMet, isClear: !isMet, occasion: facts.access_ends_at.toISOString() },
      rule.is_repeating,
    )
    const end = newYorkTimeText(toEpochMs(facts.access_ends_at.getTime()), { hasSeconds: false })
    return {
      ...step,
      memory: undefined,
      text: step.fires
        ? `The access to account ${maskedAccount(facts)} ${endsMs <= nowMs ? 'ended' : 'ends'} at ${end}. ` +
          'Renew it at the brokerage.'
        : undefined,
    }
  }
  if (!isFresh(facts, nowMs)) return undefined
  if (rule.terms.kind === 'DRAWDOWN') {
    if (drawdown === undefined) return undefined
    const asked = Number(rule.terms.percent)
    const step = stepRule(
      rule,
      { isMet: drawdown >= asked, isClear: drawdown <= asked * backShare, occasion: '' },
      rule.is_repeating,
    )
    return {
      ...step,
      memory: undefined,
      text: step.fires
        ? `${account} is ${formatTrimmedPercent(drawdown)} below its peak, money in and out not counted.`
        : undefined,
    }
  }
  if (unprotected === undefined) return undefined
  const { state, memory, fresh } = stepPositions(
    { state: rule.state, memory: { seen: rule.memory.seen ?? {}, told: rule.memory.told ?? [] } },
    unprotected.map(({ symbol }) => symbol),
    rule.is_repeating,
    nowMs,
  )
  return {
    state,
    occasion: rule.occasion,
    memory,
    text:
      fresh.length > 0
        ? `${account} holds ${describeUnprotected(unprotected.filter(({ symbol }) => fresh.includes(symbol)))}.`
        : undefined,
  }
}
