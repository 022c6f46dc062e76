// Formats amounts and accounts for hledger, and writes transactions with running balances so that every posting can
// carry its balance assertion. Uses ids only, never names.
import { toCents, toUnitSteps } from '../kind.ts'
import { formatCents } from '../money/cents.ts'
import { formatUnits } from '../money/unit-step.ts'
import type { HolderId } from './record.ts'

/** `UNIT`, or the ISO code of the account's currency. */
export type Commodity = string

/** `formatAmount(-150n, 'USD')` is "-1.50 USD"; units have 8 decimals. */
export function formatAmount(amount: bigint, commodity: Commodity): string {
  return `${commodity === 'UNIT' ? formatUnits(toUnitSteps(amount)) : formatCents(toCents(amount))} ${commodity}`
}

/** Returns a holder's id as part of an account name; characters that hledger would parse as syntax become dashes. */
export function accountPart(holderId: HolderId): string {
  return holderId.replaceAll(/[^\w.-]/g, '-')
}

/** A journal under construction: each posting updates a running balance and is written with the resulting balance. */
export interface Journal {
  /** The commodity of its money. */
  readonly currency: string
  readonly lines: string[]
  readonly balances: Map<string, bigint>
}

export interface Posting {
  readonly account: string
  readonly commodity: Commodity
  readonly amount: bigint
}

/** Returns a journal with its header: declared commodities and accounts, so that a strict check knows every name. */
export function startJournal(
  accounts: readonly string[],
  commodities: readonly [currency: string, ...units: 'UNIT'[]],
): Journal {
  return {
    currency: commodities[0],
    lines: [
      ...commodities.map((commodity) => `commodity ${commodity === 'UNIT' ? '1000.00000000' : '1000.00'} ${commodity}`),
      ...accounts.map((account) => `account ${account}`),
      '',
    ],
    balances: new Map(),
  }
}

export function balanceOf(journal: Journal, account: string, commodity: Commodity): bigint {
  return journal.balances.get(`${account} ${commodity}`) ?? 0n
}

export interface AddTransactionOptions {
  readonly text: string
  readonly postings: readonly Posting[]
  readonly totals?: readonly Posting[] | undefined
}

/** Writes a transaction, every posting with its balance assertion; `totals` assert sums including sub-accounts. */
export function addTransaction(
  journal: Journal,
  day: string,
  { text, postings, totals = [] }: AddTransactionOptions,
): void {
  journal.lines.push(`${day} ${text}`)
  for (const { account, commodity, amount } of postings) {
    const balance = balanceOf(journal, account, commodity) + amount
    journal.balances.set(`${account} ${commodity}`, balance)
    journal.lines.push(`    ${account}  ${formatAmount(amount, commodity)} = ${formatAmount(balance, commodity)}`)
  }
  for (const { account, commodity, amount } of totals) {
    journal.lines.push(`    ${account}  ${formatAmount(0n, commodity)} =* ${formatAmount(amount, commodity)}`)
  }
  journal.lines.push('')
}
