// What the user enters about the content of an account before its first line, and what is wrong with it. Pure.
import { describeIssue, OpeningContent, type AccountStatement } from '@clubfolio/contract'
import { addCalendarDays, parseMarketDay } from '@clubfolio/domain'

export interface OpeningPosition {
  readonly symbol: string
  readonly quantity: string
  /** '' where it is not known. */
  readonly price: string
}

export interface OpeningDraft {
  readonly day: string
  readonly cash: string
  readonly positions: readonly OpeningPosition[]
}

export const emptyPosition: OpeningPosition = { symbol: '', quantity: '', price: '' }

/** Nothing yet, at the end of the day before the first line. */
export function emptyOpening({ firstDay }: Pick<AccountStatement, 'firstDay'>): OpeningDraft {
  const first = firstDay === null ? null : parseMarketDay(firstDay)
  return { day: first === null ? '' : addCalendarDays(first, -1), cash: '', positions: [] }
}

export const openingOf = ({ day, cash, positions }: OpeningContent): OpeningDraft => ({
  day,
  cash,
  positions: positions.map(({ symbol, quantity, price }) => ({ symbol, quantity, price: price ?? '' })),
})

/** Returns the draft as the call takes it: no cash is 0, and a price that is not known is null. */
export const openingInput = ({ day, cash, positions }: OpeningDraft): OpeningContent => ({
  day,
  cash: cash.trim() === '' ? '0' : cash.trim(),
  positions: positions.map(({ symbol, quantity, price }) => ({
    symbol: symbol.trim(),
    quantity: quantity.trim(),
    price: price.trim() === '' ? null : price.trim(),
  })),
})

/** Returns the messages by place: `cash`, `positions.0.quantity`; empty when nothing is wrong. */
export function openingFaults(draft: OpeningDraft): ReadonlyMap<string, string> {
  const checked = OpeningContent.safeParse(openingInput(draft), { error: describeIssue })
  const faults = new Map<string, string>()
  for (const { path, message } of checked.error?.issues ?? []) {
    const place = path.join('.')
    if (!faults.has(place)) faults.set(place, message)
  }
  return faults
}
