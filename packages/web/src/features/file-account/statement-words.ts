// What the calls of accounts from files say, in words for people.
import type { AccountStatement, LineOutcome } from '@clubfolio/contract'
import type { LineFate, MappedAction, MappedField } from '@clubfolio/domain'
import type { ChipTone } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format/number.ts'

export const fateLabels: Readonly<Record<LineFate, string>> = {
  trade: 'Trade',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  dividend: 'Dividend',
  interest: 'Interest',
  fee: 'Fee',
  tax: 'Tax',
  split: 'Split',
  merger: 'Merger',
  delivery: 'Delivery',
  exchange: 'Currency exchange',
  ignored: 'Nothing to book',
  unread: 'Not understood',
}

const fatePlurals: Readonly<Partial<Record<LineFate, string>>> = {
  trade: 'trades',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  dividend: 'dividends',
  interest: 'interest payments',
  fee: 'fees',
  tax: 'taxes',
  split: 'splits',
  merger: 'mergers',
  delivery: 'deliveries',
  exchange: 'currency exchanges',
}

export const outcomeLabels: Readonly<Record<LineOutcome, string>> = {
  NEW: 'Counts',
  KNOWN: 'Already imported',
  SIMILAR: 'Counts, similar to another',
  WAITING: 'Waits for a rate',
  IGNORED: 'Left out',
  UNREAD: 'Not understood',
}

export const outcomeTones: Readonly<Record<LineOutcome, ChipTone>> = {
  NEW: 'profit',
  KNOWN: 'neutral',
  SIMILAR: 'warn',
  WAITING: 'warn',
  IGNORED: 'neutral',
  UNREAD: 'loss',
}

const stateLabels: Readonly<Record<AccountStatement['state'], string>> = {
  READING: 'Reading',
  NEEDS_MAPPING: 'Columns to explain',
  PREPARED: 'Ready to import',
  IMPORTING: 'Importing',
  IMPORTED: 'Imported',
  UNDONE: 'Undone',
  REFUSED: 'Refused',
  EXPIRED: 'Expired',
}

const stateTones: Readonly<Record<AccountStatement['state'], ChipTone>> = {
  READING: 'info',
  NEEDS_MAPPING: 'warn',
  PREPARED: 'info',
  IMPORTING: 'info',
  IMPORTED: 'profit',
  UNDONE: 'neutral',
  REFUSED: 'loss',
  EXPIRED: 'neutral',
}

type Stated = Pick<AccountStatement, 'state' | 'needsDateOrder'>

export const stateLabel = ({ state, needsDateOrder }: Stated): string =>
  state === 'REFUSED' && needsDateOrder ? 'Dates to explain' : stateLabels[state]

export const stateTone = ({ state, needsDateOrder }: Stated): ChipTone =>
  state === 'REFUSED' && needsDateOrder ? 'warn' : stateTones[state]

export const fieldLabels: Readonly<Record<MappedField, string>> = {
  date: 'Date',
  action: 'Action',
  symbol: 'Symbol',
  isin: 'ISIN',
  name: 'Name of the security',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
  fee: 'Fee',
  tax: 'Tax',
  currency: 'Currency',
  description: 'Description',
  reference: 'Number of the booking',
}

export const actionLabels: Readonly<Record<MappedAction, string>> = {
  buy: 'Purchase',
  sell: 'Sale',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  dividend: 'Dividend',
  interest: 'Interest',
  fee: 'Fee',
  tax: 'Tax',
  split: 'Split',
  merger: 'Merger',
  delivery: 'Delivery of securities',
  exchange: 'Currency exchange',
  ignored: 'Nothing to book',
}

export const isUnderWay = ({ state }: Pick<AccountStatement, 'state'>): boolean =>
  state === 'READING' || state === 'IMPORTING'

/** Lines that the import counts, now or as soon as their rate is there. */
export const countingLines = ({ outcomes }: Pick<AccountStatement, 'outcomes'>): number =>
  outcomes
    .filter(({ outcome }) => outcome === 'NEW' || outcome === 'SIMILAR' || outcome === 'WAITING')
    .reduce((sum, { lines }) => sum + lines, 0)

export const linesWith = ({ outcomes }: Pick<AccountStatement, 'outcomes'>, wanted: LineOutcome): number =>
  outcomes.find(({ outcome }) => outcome === wanted)?.lines ?? 0

/** `counted(1, 'line')` is "1 line", `counted(12, 'line')` is "12 lines". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** "80 trades, 5 dividends and 1 deposit", without lines that book nothing */
export function describeFates({ fates }: Pick<AccountStatement, 'fates'>): string {
  const parts = fates
    .filter(({ fate }) => fate !== 'ignored' && fate !== 'unread')
    .map(({ fate, lines }) => counted(lines, fateLabels[fate].toLowerCase(), fatePlurals[fate]))
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** "2024-01-02 to 2024-12-30", or the one day. */
export const describePeriod = ({
  firstDay,
  lastDay,
}: {
  readonly firstDay: string | null
  readonly lastDay: string | null
}): string | null =>
  firstDay === null || lastDay === null ? null : firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`
