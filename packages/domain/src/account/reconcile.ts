// Compares our record of an account with its brokerage, symbol by symbol and in cash, and finds a plain explanation of
// a difference where the figures alone suggest one. Pure: both sides are arguments.
import { Decimal } from 'decimal.js'
import { formatDollars } from '../money/cents.ts'
import type { Cents, MarketDay } from '../kind.ts'
import { formatCode } from '../order/option-code.ts'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'

/** Cash in whole cents and signed quantities by symbol; an unlisted symbol is not held. */
export interface AccountContent {
  readonly cashCents: Cents
  readonly quantities: ReadonlyMap<string, Decimal>
}

/** One figure that differs between the two sides. `symbol` null is the cash; both figures are then dollars. */
export interface FigureDifference {
  readonly symbol: string | null
  readonly ours: Decimal
  readonly theirs: Decimal
}

/** Possible explanations of a difference: recent transactions, and the prices listed by the brokerage. */
export interface DifferenceFacts {
  readonly transactions: readonly { readonly day: MarketDay; readonly netCents: Cents; readonly description: string }[]
  /** Dollars per share (contracts: times the multiplier) of the symbols the brokerage lists. */
  readonly prices: ReadonlyMap<string, Decimal>
}

const zero = new Decimal(0)
const dollarsOf = (cents: bigint): Decimal => new Decimal(cents.toString()).div(100)

/**
 * Returns the figures that differ, cash first, symbols in order; empty if both sides agree to the cent and the share.
 * Example: ours 90 ACME and 1,000.00, theirs 100 ACME and 1,000.00: one difference, ACME, 90 against 100.
 * Source: docs/rules/brokerage.md, "Reconciliation" and "Local copies".
 */
export function findDifferences(ours: AccountContent, theirs: AccountContent): FigureDifference[] {
  const cash =
    ours.cashCents === theirs.cashCents
      ? []
      : [{ symbol: null, ours: dollarsOf(ours.cashCents), theirs: dollarsOf(theirs.cashCents) }]
  const symbols = [...new Set([...ours.quantities.keys(), ...theirs.quantities.keys()])].sort()
  const quantities = symbols.flatMap((symbol) => {
    const [own, other] = [ours.quantities.get(symbol) ?? zero, theirs.quantities.get(symbol) ?? zero]
    return own.equals(other) ? [] : [{ symbol, ours: own, theirs: other }]
  })
  return [...cash, ...quantities]
}

const gapOf = ({ ours, theirs }: FigureDifference): Decimal => theirs.minus(ours)

/**
 * Relative deviation from the listed price up to which a price derived from cash is plausible as the price of a trade.
 */
const priceTolerance = 0.25

/**
 * Returns one sentence for people about `difference` among `all` of the same check. Tries in this order: a trade that
 * only the brokerage has booked (cash and shares moved against each other at a plausible price), a change of symbol, a
 * split, a reversed amount; otherwise states that nothing explains it.
 * Example: cash 5,000.00 lower and 100 ACME more, listed at 50.40: 'It looks like a purchase of 100 ACME at $50.00
 * ...'.
 */
export function explainDifference(
  difference: FigureDifference,
  all: readonly FigureDifference[],
  facts: DifferenceFacts,
): string {
  return (
    explainAsTrade(all, facts) ??
    explainAsRename(difference, all) ??
    explainAsSplit(difference) ??
    explainAsTakenBack(difference, facts) ??
    'No transaction that the brokerage has reported explains ' +
      `${difference.symbol === null ? 'this cash' : 'these shares'}.`
  )
}

function explainAsTrade(all: readonly FigureDifference[], { prices }: DifferenceFacts): string | undefined {
  const cash = all.find(({ symbol }) => symbol === null)
  const shares = all.filter(({ symbol }) => symbol !== null)
  const [one] = shares
  if (cash === undefined || one === undefined || shares.length > 1) return undefined
  const price = gapOf(cash).div(gapOf(one)).negated()
  const listed = prices.get(one.symbol!)
  if (listed === undefined || price.minus(listed).abs().gt(listed.abs().times(priceTolerance))) return undefined
  const what = gapOf(one).isPositive() ? 'purchase' : 'sale'
  return (
    `It looks like a ${what} of ${formatQuantity(gapOf(one).abs().toFixed())} ${formatCode(one.symbol!)} at ` +
    `${formatMoney(price.toFixed(2))} that the brokerage has not reported as a transaction yet.`
  )
}

function explainAsRename(difference: FigureDifference, all: readonly FigureDifference[]): string | undefined {
  const pairs = all.flatMap((other) => [[difference, other] as const, [other, difference] as const])
  const found = pairs.find(
    ([gone, come]) =>
      gone.symbol !== null &&
      come.symbol !== null &&
      gone.theirs.isZero() &&
      come.ours.isZero() &&
      gone.ours.equals(come.theirs),
  )
  if (found === undefined) return undefined
  const [gone, come] = found
  return (
    `The same quantity is held under ${formatCode(come.symbol!)} instead of ${formatCode(gone.symbol!)}, as ` +
    'after a change of the symbol.'
  )
}

/** 2 for 1 up to 20 for 1 and the common fractional ratios; `explainAsSplit` tries each in both directions. */
const splitRatios = [
  ...Array.from({ length: 19 }, (_, index) => [index + 2, 1] as const),
  [3, 2] as const,
  [5, 2] as const,
  [4, 3] as const,
  [5, 4] as const,
]

function explainAsSplit({ symbol, ours, theirs }: FigureDifference): string | undefined {
  if (symbol === null) return undefined
  const ratio = splitRatios
    .flatMap(([to, from]) => [[to, from] as const, [from, to] as const])
    .find(([to, from]) => ours.times(to).equals(theirs.times(from)))
  return (
    ratio &&
    `The brokerage holds our quantity times ${ratio[0]}/${ratio[1]}, as after a split of ${ratio[0]} for ` +
      `${ratio[1]} that it has not reported as a transaction.`
  )
}

function explainAsTakenBack(difference: FigureDifference, { transactions }: DifferenceFacts): string | undefined {
  if (difference.symbol !== null) return undefined
  const gap = gapOf(difference)
  const found = transactions.toReversed().find(({ netCents }) => dollarsOf(netCents).negated().equals(gap))
  return (
    found &&
    `It is the amount of "${found.description}" of ${found.day} (${formatDollars(found.netCents)}), as if the ` +
      'brokerage had taken it back.'
  )
}
