// Describes alert rules in words: what is watched, and what has to happen next.
import {
  formatCode,
  formatMoney,
  formatQuantity,
  stepsPerCent,
  stepsPerDollar,
  type Border,
  type RuleTerms,
} from '@clubfolio/domain'
import type { UncoveredHolding } from './account-sight.ts'

const marketNames: Readonly<Record<string, string>> = {
  simulated: 'simulated market',
  import: 'imported market',
  yahoo: 'prices of Yahoo Finance',
  alpaca: 'prices of Alpaca',
}

const bases = {
  PREVIOUS_CLOSE: 'the close before',
  WEEK: 'the close 5 sessions before',
  MONTH: 'the close 21 sessions before',
  QUARTER: 'the close 63 sessions before',
  YEAR: 'the close 252 sessions before',
} as const

/** "$150.00"; shows tenths of a cent where there are any. */
export const formatRulePrice = (steps: number): string =>
  formatMoney((steps / stepsPerDollar).toFixed(4), { decimals: steps % stepsPerCent === 0 ? 2 : 4 })
const textWords = (price: string): string => formatRulePrice(Math.round(Number(price) * stepsPerDollar))
/** A point of a drawing, which lies between the cents: "$63.41". */
const pointWords = (price: string): string => textWords(Number(price) < 1 ? price : Number(price).toFixed(2))
/** "12.5 %" */
export const formatTrimmedPercent = (percent: number | string): string => `${Number(Number(percent).toFixed(2))} %`

/** `describeRule({ kind: 'PRICE', direction: 'ABOVE', price: '150' }, 'AAPL')` is "AAPL at or above $150.00". */
export function describeRule(terms: RuleTerms, subject: string): string {
  switch (terms.kind) {
    case 'PRICE':
      return `${subject} at or ${terms.direction === 'ABOVE' ? 'above' : 'below'} ${textWords(terms.price)}`
    case 'LINE':
      return (
        `${subject} at or ${terms.direction === 'ABOVE' ? 'above' : 'below'} the line from ` +
        `${pointWords(terms.from.price)} to ${pointWords(terms.to.price)}`
      )
    case 'MOVE': {
      const base = terms.against === 'PRICE' ? textWords(terms.price ?? '0') : bases[terms.against]
      return (
        `${subject} ${{ UP: 'up', DOWN: 'down', EITHER: 'up or down' }[terms.direction]} ` +
        `${formatTrimmedPercent(terms.percent)} or more from ${base}`
      )
    }
    case 'LEVEL': {
      const side = terms.side === 'RESISTANCE' ? 'resistance' : 'support'
      const place = terms.price === null ? `its nearest ${side}` : `the ${side} at ${textWords(terms.price)}`
      return `${subject} ${terms.side === 'RESISTANCE' ? 'above' : 'below'} ${place}`
    }
    case 'EXTREME':
      return `${subject} at a new 52-week ${terms.side === 'HIGH' ? 'high' : 'low'}`
    case 'UNPROTECTED':
      return `A position of account ${subject} that stops do not cover in full`
    case 'DRAWDOWN':
      return `Account ${subject} down ${formatTrimmedPercent(terms.percent)} or more from its peak`
    case 'ACCESS':
      return `Access to account ${subject} ends within ${terms.days === 1 ? '1 day' : `${terms.days} days`}`
  }
}

export interface RuleProspect {
  readonly state: string
  readonly isRepeating: boolean
  /** The current figure, and what would meet or clear the condition, in words; null while unknown. */
  readonly now: string | null
  readonly met: string | null
  readonly clear: string | null
}

/** `{ state: 'WAITING', now: '$147.32', met: '$150.00 or more', ... }` is "Fires at $150.00 or more; now $147.32." */
export function describeProspect({ state, isRepeating, now, met, clear }: RuleProspect): string {
  if (state === 'OVER') return 'Has fired and is done.'
  if (state === 'EXPIRED') return 'Its last day has passed.'
  if (state === 'PAUSED') return 'Paused until you resume it.'
  if (met === null || clear === null) return 'Not known yet: too few sessions, or nothing was read.'
  const present = now === null ? '' : `; now ${now}`
  if (state === 'BEYOND') return `Is there already${present}. Waits until it was back at ${clear}.`
  if (state === 'FIRED')
    return isRepeating
      ? `Has fired${present}. Fires again after it was back at ${clear}.`
      : `Has fired${present}. Done once it is back at ${clear}.`
  return `Fires at ${met}${present}.`
}

export const describeBorders = ({ direction, met, clear }: Border): { readonly met: string; readonly clear: string } =>
  direction === 'UP'
    ? { met: `${formatRulePrice(met)} or more`, clear: `${formatRulePrice(clear)} or less` }
    : { met: `${formatRulePrice(met)} or less`, clear: `${formatRulePrice(clear)} or more` }

/** Returns the notice for a rule made for another market, where the same codes have other prices. */
export const describeOtherMarket = (source: string): string =>
  `Paused: it was made for the ${marketNames[source] ?? source}.`

/** `ACME, MARX without a stop; BOLT with a stop for 250 of 400` */
export function describeUnprotected(holdings: readonly UncoveredHolding[]): string {
  const bare = holdings.filter(({ covered }) => covered.isZero())
  return [
    ...(bare.length === 0 ? [] : [`${bare.map(({ symbol }) => formatCode(symbol)).join(', ')} without a stop`]),
    ...holdings
      .filter(({ covered }) => !covered.isZero())
      .map(
        ({ symbol, held, covered }) =>
          `${formatCode(symbol)} with a stop for ${formatQuantity(covered.toFixed())} of ` +
          formatQuantity(held.toFixed()),
      ),
  ].join('; ')
}
