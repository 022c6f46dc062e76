// The words of statement files: what a line does to an account, and what a column of a table may mean. The readers, the
// calls and the screens all take them from here, so that none of them knows a word that the others do not.
// Source: docs/rules/accounts.md, "Accounts from files".

/**
 * What a row does to the account. `delivery` moves securities without money, `exchange` turns one currency into
 * another (a line for each side), `ignored` changes nothing (a total, a sweep between the account's own pockets),
 * `unread` is a row that the reader does not understand. A line of `split` or `merger` is one movement of it: shares
 * in, shares out, or the cash for a fraction.
 */
export const lineFates = [
  'trade',
  'deposit',
  'withdrawal',
  'dividend',
  'interest',
  'fee',
  'tax',
  'split',
  'merger',
  'delivery',
  'exchange',
  'ignored',
  'unread',
] as const
export type LineFate = (typeof lineFates)[number]

/** The columns that a mapping gives a meaning to. */
export const mappedFields = [
  'date',
  'action',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'description',
  'reference',
] as const
export type MappedField = (typeof mappedFields)[number]

type UntradedFate = Exclude<LineFate, 'trade' | 'unread'>
const isUntraded = (fate: LineFate): fate is UntradedFate => fate !== 'trade' && fate !== 'unread'

/**
 * What a word in the column of the action means: a fate, with the side of a trade. Where amounts are signed, their sign
 * decides between `deposit` and `withdrawal`, since one word often means both.
 */
export type MappedAction = 'buy' | 'sell' | UntradedFate
export const mappedActions: readonly MappedAction[] = ['buy', 'sell', ...lineFates.filter(isUntraded)]

/**
 * How the amounts of a file show their direction: `cash` is the signed effect on cash (a purchase is negative), `cost`
 * its opposite (a purchase is positive), `byAction` means that only the action tells.
 */
export const amountSigns = ['cash', 'cost', 'byAction'] as const
export type AmountSigns = (typeof amountSigns)[number]

/**
 * The decimal sign of a file: `point` (1,234.50), `comma` (1.234,50), or `either`, where each number shows by itself
 * which one it is and a lone comma before three digits is refused.
 */
export const numberStyles = ['point', 'comma', 'either'] as const
export type NumberStyle = (typeof numberStyles)[number]
