// An incoming order: a tree of terms, not yet judged, without numbers or states.
import type { AccountBook, Moment } from './account-book.ts'
import { NONE } from './account-book.ts'
import { entryRefusal, formRefusal } from './order-refusal.ts'
import { legsOf } from './order-leg.ts'
import type { Order, OrderTerms } from './order.ts'
import { reservePriceOf } from './reservation.ts'
import { price } from '../money/money.ts'

export interface ReceivedOrder {
  readonly strategy: Order['strategy']
  /** Null for an OCO wrapper. */
  readonly terms: OrderTerms | null
  /** Whether the symbol can be borrowed for a short sale. */
  readonly isShortable: boolean
  /** The client's own fields that matter only for reading the order back. */
  readonly details: Readonly<Record<string, unknown>>
  /** The client's own number for this order, unique in its account; absent when it gave none. */
  readonly clientOrderId?: string | null
  readonly children: readonly ReceivedOrder[]
}

/** Returns every symbol of the tree. */
export function symbolsOfDraft(draft: ReceivedOrder): string[] {
  const own = draft.terms === null ? [] : legsOf(draft.terms).map(({ symbol }) => symbol)
  return [...new Set([...own, ...draft.children.flatMap(symbolsOfDraft)])]
}

/** Returns the drafts that start with the order's entry: its own, or those of a pair's legs. */
export function startingDrafts(draft: ReceivedOrder): ReceivedOrder[] {
  return draft.strategy === 'OCO' ? draft.children.flatMap(startingDrafts) : [draft]
}

/** Returns the first objection that a check has to one of the children, or null. */
function firstRefusal({ children }: ReceivedOrder, refusalOf: (child: ReceivedOrder) => string | null): string | null {
  for (const child of children) {
    const refusal = refusalOf(child)
    if (refusal !== null) return refusal
  }
  return null
}

/** Judges the children of an order by their form alone. */
function formOfChildren(draft: ReceivedOrder, moment: Moment): string | null {
  return firstRefusal(draft, (child) => judgeForm(child, moment))
}

/** Returns the first objection to the form of a whole tree, or null. */
export function judgeForm(draft: ReceivedOrder, moment: Moment): string | null {
  const own = draft.terms === null ? null : formRefusal(draft.terms, moment.quotes)
  return own ?? formOfChildren(draft, moment)
}

/**
 * Returns the first reason against an order at its entry, or null. A trigger is judged by its parent in full and its
 * children's form; the legs of a pair each in full, as if alone, because only one of them will trade. `excluded` are
 * the orders that this one replaces.
 */
export function judgeEntry(
  book: AccountBook,
  moment: Moment,
  draft: ReceivedOrder,
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  const { terms, isShortable } = draft
  if (terms === null) return firstRefusal(draft, (child) => judgeEntry(book, moment, child, excluded))
  const quote = moment.quotes.get(terms.symbol)
  const reserve = quote === undefined ? price(0n) : reservePriceOf(terms, quote)
  return entryRefusal(book, moment, { terms, reserve, isShortable }, excluded) ?? formOfChildren(draft, moment)
}
