// Which booked transactions are income, of which kind, and in which column Performance counts them. The brokerage's
// description decides what its kind leaves open. Source: docs/rules/income.md, "Kinds".
import type { IncomeKind } from '@clubfolio/contract'
import type { TransactionKind } from '../../../adapters/broker/broker-words.ts'
import { isCashMovement } from '../../account/movement-kind.ts'

/** A transaction that is no payment in or out. */
export interface BookedCash {
  readonly kind: string
  readonly description: string
  readonly symbol: string | null
  /** It changed a position. */
  readonly movesShares: boolean
  readonly netCents: bigint
  readonly feeCents: bigint
}

export interface IncomePart {
  readonly kind: IncomeKind
  readonly amountCents: bigint
  /** The column of Performance. */
  readonly column: 'INCOME' | 'FEES' | 'PRICE'
}

/** Securities that the account lent, or borrowed to sell short. */
const lendingWords = new RegExp(
  [
    String.raw`\b(securit(y|ies)|stocks?|shares?) (lending|loan|lent|borrow(ing|ed)?)\b`,
    String.raw`\bborrow(ing)? (fee|charge|cost|rate)`,
    String.raw`\bhard[- ]to[- ]borrow\b`,
    String.raw`\bshort (stock|sale) (fee|rebate|interest)`,
    String.raw`\bSYEP\b`,
  ].join('|'),
  'i',
)
const taxWords = /\b(tax(es)?|withheld|withholding)\b/i
const exemptWords = /\btax[- ](exempt|free)\b/gi
const capitalWords = /\breturn of capital\b/i
const interestWords = /\binterest\b/i
/** Fees of a depositary or for the payment itself, among fees booked by themselves. */
const payerFeeWords =
  /\b(dividend|ADR|depositary|custody) fee\b|\bfee\b.*\b(dividend|ADR|depositary)\b|\bpass[- ]through\b/i

/** What buys, sells, delivers or changes money into another currency is no income. */
const trading: ReadonlySet<string> = new Set<TransactionKind | 'EXCHANGE'>(['TRADE', 'RECEIVE_AND_DELIVER', 'EXCHANGE'])

/**
 * Returns the parts of a transaction that are income; none for a trade, a delivery or a fee of trading. A fee kept
 * back of a payment is a part of its own. A kind without a word of ours that moves cash only is Other, under the
 * brokerage's word. Example: a dividend of 20.00 with a fee of 0.50 kept back: Dividends 20.00, Fees kept back -0.50.
 */
export function incomeParts(booked: BookedCash): IncomePart[] {
  const { kind, description, netCents, feeCents, movesShares } = booked
  const words = description.replaceAll(exemptWords, '')
  const parts = ((): IncomePart[] => {
    if (kind === 'DIVIDEND_OR_INTEREST')
      return [
        { kind: paidKind(words, booked.symbol), amountCents: netCents + feeCents, column: 'INCOME' },
        { kind: 'FEE', amountCents: -feeCents, column: 'FEES' },
      ]
    if (kind === 'TAX') return [{ kind: 'TAX', amountCents: netCents, column: 'FEES' }]
    if (kind === 'FEE') {
      if (lendingWords.test(words)) return [{ kind: 'LENDING', amountCents: netCents, column: 'FEES' }]
      if (taxWords.test(words) && /\b(dividend|interest)\b/i.test(words))
        return [{ kind: 'TAX', amountCents: netCents, column: 'FEES' }]
      return payerFeeWords.test(words) ? [{ kind: 'FEE', amountCents: netCents, column: 'FEES' }] : []
    }
    if (trading.has(kind) || isCashMovement(booked) || movesShares) return []
    return [
      { kind: 'OTHER', amountCents: netCents + feeCents, column: 'PRICE' },
      { kind: 'FEE', amountCents: -feeCents, column: 'FEES' },
    ]
  })()
  return parts.filter(({ amountCents }) => amountCents !== 0n)
}

function paidKind(words: string, symbol: string | null): IncomeKind {
  if (taxWords.test(words)) return 'TAX'
  if (lendingWords.test(words)) return 'LENDING'
  if (capitalWords.test(words)) return 'CAPITAL'
  return symbol === null || interestWords.test(words) ? 'INTEREST' : 'DIVIDEND'
}

/** Returns whether the words say that the payment will not come again. */
export const isSpecialPayment = (description: string): boolean =>
  /\b(special|extraordinary|one[- ]time|liquidat\w*|capital gains?)\b/i.test(description)
