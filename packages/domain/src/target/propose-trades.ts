// The orders that bring an account closer to its target plan.
// Source: docs/rules/target-allocation.md, "Proposal"; docs/decisions/0101-proposals-are-questions.md.
import { greater } from '../money/lesser.ts'
import type { PlannedTrade, Proposal, ProposalAccount, ProposalTerms } from './proposal.ts'
import { ProposalBook, distanceOf } from './proposal-book.ts'
import type { TargetTree } from './target-plan.ts'

/**
 * Returns the orders that bring an account closer to its plan. The leaf with the largest shortfall comes first, from
 * the cash above its own target and, where sales are asked for, from the leaves with the largest surplus. A trade is
 * made only where one of its two sides is outside its band; new cash goes to every leaf that is short. Quantities are
 * rounded so that no leaf passes its target. Measured by the targets at the value after the costs, no leaf is further
 * from its target than before; only cash may be by less than the price of one share that was sold, which is what whole
 * shares leave. A second proposal after all orders are filled at its price, purchases at their cost, is empty.
 *
 * Where orders cost a fee, or shares more than their last price, an order is worth at least twice what all orders could
 * cost in this way: costs lower the account's value and with it all targets, which could undo a smaller order.
 *
 * Example: 10,000.00, of which A is worth 7,000.00 (70 shares) and cash 3,000.00, targets A 50, B 50, B costs 30.00:
 * B is 5,000.00 short. It gets the cash and the surplus of A, 20 shares that are sold: 166 shares of B for 4,980.00.
 */
export function proposeTrades(plan: TargetTree, account: ProposalAccount, terms: ProposalTerms): Proposal {
  const book = new ProposalBook(plan, account, terms)
  const start = book.look()
  const spendable = greater(0n, start.free)
  const distances = new Map(start.leaves.map((leaf) => [leaf.place.key, distanceOf(leaf.value - leaf.target)]))
  // What is left after the last step is looked at once more as a new proposal would, until that finds nothing.
  for (let round = 0; round < mostRounds && book.run(); round++) book.settle()
  const end = book.look()
  const trades = withWaits(book.trades(distances), account.available)
  return {
    trades,
    omissions: book.omissions(end),
    leaves: end.leaves.map((leaf, index) => ({
      key: leaf.place.key,
      name: leaf.place.name,
      value: start.leaves[index]!.value,
      valueAfter: leaf.value,
      target: leaf.target,
      isWithin: start.leaves[index]!.isWithin,
      isWithinAfter: leaf.isWithin,
    })),
    value: start.value,
    valueAfter: end.value,
    cashAfter: book.cash(),
    fees: trades.reduce((sum, { fee }) => sum + fee, 0n),
    spread: trades.reduce((sum, one) => sum + one.spread, 0n),
    spendable,
    smallestOrder: book.smallestOrder,
    isWithinBands: start.leaves.every(({ isWithin }) => isWithin),
  }
}

const mostRounds = 50

/** Marks the purchases that what is available now does not pay. */
function withWaits(trades: readonly Omit<PlannedTrade, 'waitsForSales'>[], available: bigint): PlannedTrade[] {
  let spent = 0n
  return trades.map((trade) => {
    if (trade.side === 'SELL') return { ...trade, waitsForSales: false }
    spent += trade.value + trade.spread + trade.fee
    return { ...trade, waitsForSales: spent > available }
  })
}
