// Which accounts a total adds up. Real money and paper are together only where the user asks for both, and currencies
// never are. Pure.
import type { Account } from '@clubfolio/contract'

type Scoped = Pick<Account, 'isPaper' | 'currency'>

export interface MoneyScope {
  /** Remembered: `REAL`, `PAPER_EUR`. */
  readonly id: string
  readonly label: string
  readonly currency: string
  readonly isBoth: boolean
  readonly includes: (account: Scoped) => boolean
}

/**
 * Returns the scopes to choose from, the first of which is the default: the real money, or paper for a user who has
 * nothing else. With paper and real money in dollars they are "Real money", "Paper" and "Both".
 */
export function moneyScopes(accounts: readonly Scoped[]): readonly [MoneyScope, ...MoneyScope[]] {
  const real = accounts.filter(({ isPaper }) => !isPaper)
  const paper = accounts.filter(({ isPaper }) => isPaper)
  const isMixed = real.length > 0 && paper.length > 0
  const kinds = [
    ...(real.length > 0 ? [{ id: 'REAL', label: 'Real money', members: real }] : []),
    ...(paper.length > 0 || real.length === 0 ? [{ id: 'PAPER', label: 'Paper', members: paper }] : []),
    ...(isMixed ? [{ id: 'BOTH', label: 'Both', members: accounts }] : []),
  ]
  const [first, ...others] = kinds.flatMap(({ id, label, members }) => {
    const currencies = currenciesOf(members)
    return currencies.map((currency, index) => ({
      id: index === 0 ? id : `${id}_${currency}`,
      label: currencies.length > 1 ? `${label} ${currency}` : label,
      currency,
      isBoth: id === 'BOTH',
      includes: (account: Scoped) =>
        account.currency === currency && (id === 'BOTH' || account.isPaper === (id === 'PAPER')),
    }))
  })
  return [first!, ...others]
}

/** Dollars first. */
function currenciesOf(accounts: readonly Scoped[]): readonly string[] {
  const found = [...new Set(accounts.map(({ currency }) => currency))]
  if (found.length === 0) return ['USD']
  return found.toSorted((a, b) => Number(b === 'USD') - Number(a === 'USD') || (a < b ? -1 : 1))
}
