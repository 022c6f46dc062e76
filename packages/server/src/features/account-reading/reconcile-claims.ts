// Reconciles an account from files with the balances and positions that its statements state, as a connected account is
// reconciled with its brokerage: one row per day and figure, and one when both sides agree again.
import { formatCode, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { StatementDifference, FigureClaim } from '../file-account/compare-claims.ts'
import type { FileAccount } from '../file-account/own-file-account.ts'
import { alertDifferences } from './alert-differences.ts'
import { latestDifferences, writeDifference } from './reconcile-account.ts'

interface ReconcileClaimsOptions {
  readonly account: FileAccount
  readonly claims: readonly FigureClaim[]
  readonly differences: readonly StatementDifference[]
  /** Lines that lack a rate. */
  readonly waiting: number
}

export async function reconcileClaims(
  services: Services,
  trx: Trx,
  { account, claims, differences, waiting }: ReconcileClaimsOptions,
): Promise<void> {
  const open = (await latestDifferences(trx, account.id)).filter(({ isOpen }) => isOpen)
  // The account has one figure of cash, in its own currency; other currencies are listed with the statements.
  const found = differences.filter(({ symbol, currency }) => symbol !== null || currency === account.currency)
  for (const { symbol, day, ours, theirs } of found)
    await writeDifference(services, trx, {
      accountId: account.id,
      day,
      difference: { symbol, ours: new Decimal(ours), theirs: new Decimal(theirs) },
      open,
      explanation: explain(symbol, day, waiting),
    })
  for (const { symbol, day, ours } of open) {
    if (found.some((one) => one.symbol === symbol)) continue
    const claim = claims.find((one) => one.symbol === symbol)
    const figure = claim === undefined ? ours : new Decimal(claim.theirs)
    await writeDifference(services, trx, {
      accountId: account.id,
      day: claim?.day ?? toMarketDay(day),
      difference: { symbol, ours: figure, theirs: figure },
      open: [],
      explanation:
        claim === undefined ? 'No imported statement states this figure any more.' : 'Both sides agree again.',
    })
  }
  if (found.length > 0 || open.length > 0) await alertDifferences(trx, services.clock, account.id)
}

function explain(symbol: string | null, day: MarketDay, waiting: number): string {
  const what = symbol === null ? 'cash' : formatCode(symbol)
  const waits =
    waiting === 0 ? '' : ` ${waiting === 1 ? 'One line waits' : `${waiting} lines wait`} for the rate of a currency.`
  return `A statement states this ${what} at the end of ${day}; the imported lines add up to another figure.${waits}`
}
