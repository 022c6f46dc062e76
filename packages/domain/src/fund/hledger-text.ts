// How amounts, days and accounts are written for hledger, and how the two journals keep running balances so that every
// posting can carry its assertion. Ids only, never names.
import { formatCents } from '../money/cents.ts'
import { formatUnits } from '../money/unit-step.ts'
import type { Cents, UnitSteps } from '../kind.ts'
import type { HolderId } from './record.ts'

export type Commodity = 'USD' | 'UNIT'

/** `formatAmount(-150n, 'USD')` is "-1.50 USD"; units carry 8 decimals. */
export function formatAmount(amount: bigint, commodity: Commodity): string {
  return commodity === 'USD' ? `${formatCents(amount as Cents)} USD` : `${formatUnits(amount as UnitSteps)} UNIT`
}

/** A holder's id as part of an account name: anything hledger would read as syntax becomes a dash. */
export function accountPart(holderId: HolderId): string {
  return holderId.replaceAll(/[^\w.-]/g, '-')
}

/** A journal in the making: postings move running balances, and each is written with the balance it leads to. */
export interface Journal {
  readonly lines: string[]
  readonly balances: Map<string, bigint>
}

export interface Posting {
  readonly account: string
  readonly commodity: Commodity
  readonly amount: bigint
}

/** The head of a journal: declared commodities and accounts, so that a strict check knows every word. */
export function startJournal(accounts: readonly string[], commodities: readonly Commodity[]): Journal {
  const format = { USD: '1000.00 USD', UNIT: '1000.00000000 UNIT' } as const
  return {
    lines: [...commodities.map((commodity) => `commodity ${format[commodity]}`), ...accounts.map((account) => `account ${account}`), ''],
    balances: new Map(),
  }
}

export function balanceOf(journal: Journal, account: string, commodity: Commodity): bigint {
  return journal.balances.get(`${account} ${commodity}`) ?? 0n
}

/** Writes a transaction, every posting with its balance assertion; `totals` assert sums including sub-accounts. */
export function addTransaction(journal: Journal, day: string, text: string, postings: readonly Posting[], totals: readonly Posting[] = []): void {
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
