// Whose risk the screen shows: the account in view, or all active accounts of one kind of money and one currency. Pure.
import type { Account } from '@clubfolio/contract'
import { moneyScopes } from '../account/money-scope.ts'

export interface RiskScope {
  /** Remembered: `ACCOUNT`, `REAL`, `PAPER_EUR`. */
  readonly id: string
  readonly label: string
  readonly accountIds: readonly string[]
  readonly currency: string
}

/**
 * Returns the scopes to choose from, the account in view first. A scope of one account is left out, and so is "Both":
 * real money and paper have no risk in common. Two paper accounts are "This account" and "All paper".
 */
export function riskScopes(accounts: readonly Account[], inView: Account | undefined): readonly RiskScope[] {
  const active = accounts.filter(({ isActive }) => isActive)
  const groups = moneyScopes(active).flatMap((scope) => {
    const members = active.filter(scope.includes)
    return scope.isBoth || members.length < 2
      ? []
      : [
          {
            id: scope.id,
            label: `All ${scope.label.charAt(0).toLowerCase()}${scope.label.slice(1)}`,
            accountIds: members.map(({ id }) => id),
            currency: scope.currency,
          },
        ]
  })
  const own = inView && {
    id: 'ACCOUNT',
    label: 'This account',
    accountIds: [inView.id],
    currency: inView.currency,
  }
  return own ? [own, ...groups] : groups
}
