// A list of transactions as timeline items: a heading per day, then the day's entries.
import type { Transaction } from '@clubfolio/contract'

export type TimelineItem =
  | { readonly kind: 'day'; readonly day: string; readonly count: number; readonly netCents: bigint }
  | { readonly kind: 'entry'; readonly transaction: Transaction }

/** In the order of the list, which is by trade date and time; the sum of a day counts only the entries in the list. */
export function timelineItems(transactions: readonly Transaction[]): TimelineItem[] {
  const items: TimelineItem[] = []
  let heading: { kind: 'day'; day: string; count: number; netCents: bigint } | undefined
  for (const transaction of transactions) {
    const day = transaction.tradeDate
    if (heading?.day !== day) {
      heading = { kind: 'day', day, count: 0, netCents: 0n }
      items.push(heading)
    }
    heading.count++
    heading.netCents += centsOf(transaction.netAmount)
    items.push({ kind: 'entry', transaction })
  }
  return items
}

/** Converts dollars with at most two decimals to whole cents. */
const centsOf = (netAmount: number): bigint => BigInt(netAmount.toFixed(2).replace('.', ''))
