// The current state of rules, for display and for a rule that is being set: based on the last known price, even in a
// closed market. A condition that is already met when a rule is set has to pass before the rule can fire.
import {
  bordersOf,
  judgePrice,
  newYorkTimeText,
  priceSteps,
  type AccountTerms,
  type PriceJudgement,
  type RuleState,
  toEpochMs,
} from '@clubfolio/domain'
import type { RuleMemory } from '../../db/tables/alert-tables.ts'
import type { Services } from '../../services.ts'
import { findQuotes } from '../quote/find-quotes.ts'
import { maskedAccount } from '../account/account-name.ts'
import { isFresh, judgeAccount } from './judge-account.ts'
import { findBases } from './instrument-basis.ts'
import { observedMarket } from './price-observations.ts'
import type { UncoveredHolding } from './account-sight.ts'
import { describeBorders, describeUnprotected, formatTrimmedPercent, formatRulePrice } from './rule-words.ts'
import type { RuleSubject } from './rule-subject.ts'
import { findSights } from './watch-accounts.ts'
import { basisFor, subscriptionsOf } from './watch-instruments.ts'

export interface PresentSight {
  /** The rule's subject, as named on screen. */
  readonly subject: string
  /** The last price; null without a price and for accounts. */
  readonly last: number | null
  readonly now: string | null
  readonly met: string | null
  readonly clear: string | null
  /** The initial state of a rule that is set now. */
  readonly beginning: { readonly state: RuleState; readonly occasion: string; readonly memory: RuleMemory }
}

export interface SightedRule {
  readonly subject: RuleSubject
  /** The market day whose dollars the rule's prices are in; null for a rule that is set now. */
  readonly setDay: string | null
}

const unseen = { state: 'NEW', occasion: '', memory: {} } as const

/** Returns the sights in the order of the rules; every instrument and account is read once. */
export async function findPresentSights(services: Services, rules: readonly SightedRule[]): Promise<PresentSight[]> {
  const { db, clock } = services
  const nowMs = clock.nowMs()
  const instruments = rules.flatMap(({ subject, setDay }) =>
    subject.about === 'INSTRUMENT' ? [{ ...subject, set_day: setDay, instrument_id: subject.instrumentId }] : [],
  )
  const quotes = new Map(
    (await findQuotes(services, [...new Set(instruments.map(({ code }) => code))])).map((quote) => [
      quote.code,
      quote.last,
    ]),
  )
  const { day, time } = await observedMarket(services)
  const bases =
    instruments.length === 0
      ? new Map<string, never>()
      : await findBases(services, new Map(), day, subscriptionsOf(instruments))
  const accounts = rules.flatMap(({ subject }) =>
    subject.about === 'ACCOUNT' ? [{ account_id: subject.accountId, terms: subject.terms }] : [],
  )
  const sights = await findSights(db, nowMs, accounts)
  return rules.map(({ subject, setDay }) => {
    if (subject.about === 'INSTRUMENT') {
      const last = quotes.get(subject.code) ?? null
      const basis = basisFor({ set_day: setDay }, bases.get(subject.instrumentId)!, time.nowMs)
      const judged = last === null ? null : judgePrice(subject.terms, basis, priceSteps(last))
      const border = judged?.border ?? bordersOf(subject.terms, basis)[0]
      const words = border ? describeBorders(border) : { met: null, clear: null }
      return {
        subject: subject.code,
        last,
        now: last === null ? null : formatRulePrice(priceSteps(last)),
        ...words,
        beginning: judged ? beginningOf(judged) : unseen,
      }
    }
    const sight = sights.get(subject.accountId)
    if (!sight) return { subject: '', last: null, now: null, met: null, clear: null, beginning: unseen }
    const step = judgeAccount(
      { terms: subject.terms, state: 'NEW', occasion: '', memory: {}, is_repeating: true },
      sight,
      nowMs,
    )
    const unprotected = isFresh(sight.facts, nowMs) ? sight.unprotected : undefined
    return {
      subject: maskedAccount(sight.facts),
      last: null,
      ...accountWords(subject.terms, sight.drawdown, unprotected, sight.facts.access_ends_at),
      beginning: step ? { state: step.state, occasion: step.occasion, memory: step.memory ?? {} } : unseen,
    }
  })
}

const beginningOf = ({ isMet, occasion }: PriceJudgement) => ({
  state: isMet ? ('BEYOND' as const) : ('WAITING' as const),
  occasion,
  memory: {},
})

function accountWords(
  terms: AccountTerms,
  drawdown: number | undefined,
  unprotected: readonly UncoveredHolding[] | undefined,
  endsAt: Date | null,
): Pick<PresentSight, 'now' | 'met' | 'clear'> {
  if (terms.kind === 'DRAWDOWN') {
    return {
      now: drawdown === undefined ? null : `${formatTrimmedPercent(drawdown)} below`,
      met: `${formatTrimmedPercent(terms.percent)} below its peak`,
      clear: `${formatTrimmedPercent(Number(terms.percent) * 0.8)} or less`,
    }
  }
  if (terms.kind === 'ACCESS') {
    return {
      now: endsAt === null ? null : `it ends at ${newYorkTimeText(toEpochMs(endsAt.getTime()), { hasSeconds: false })}`,
      met: `${terms.days === 1 ? '1 day' : `${terms.days} days`} before the end`,
      clear: 'a renewed access',
    }
  }
  return {
    now:
      unprotected === undefined
        ? null
        : unprotected.length === 0
          ? 'stops cover every position'
          : describeUnprotected(unprotected),
    met: 'the first position that stops have not covered in full for a minute',
    clear: 'stops that cover every position',
  }
}
