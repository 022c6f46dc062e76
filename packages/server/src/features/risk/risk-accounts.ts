// The accounts whose risk is asked for, with the market that prices their positions. Real money, paper and currencies
// are never added up (decision 0060).
import { Refusal } from '@clubfolio/contract'
import type { EpochMs } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { barMarketOf, type BarMarket } from '../option/model-rates.ts'

export interface RiskAccount {
  readonly account: OwnAccount
  readonly nowMs: EpochMs
  readonly market: BarMarket
}

/**
 * Returns the owner's accounts, the default one first and the rest by number. Throws `notFound` if one is not theirs,
 * and `accountsNotAddable` if they are of several currencies or of both kinds of money.
 */
export async function readRiskAccounts(
  services: Services,
  ownerId: string,
  accountIds: readonly string[],
): Promise<readonly [RiskAccount, ...RiskAccount[]]> {
  const wanted = [...new Set(accountIds)]
  const rows = await services.db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', 'in', wanted)
    .orderBy('is_default', 'desc')
    .orderBy('number')
    .orderBy('id')
    .execute()
  const accounts = await Promise.all(rows.map((account) => withMarket(services, account)))
  const [first, ...others] = accounts
  if (first === undefined || accounts.length < wanted.length) throw new Refusal('notFound')
  if (others.some(({ account }) => !isAddable(account, first.account))) throw new Refusal('accountsNotAddable')
  return [first, ...others]
}

const isAddable = (one: OwnAccount, other: OwnAccount): boolean =>
  one.is_paper === other.is_paper && one.currency === other.currency

async function withMarket(services: Services, account: OwnAccount): Promise<RiskAccount> {
  const { nowMs } = await accountMarketTime(services.db, services.clock, account.market_source)
  return { account, nowMs, market: await barMarketOf(services, account) }
}

/** Returns whether two accounts have the same prices on the same days. */
export const isSameMarket = (one: BarMarket, other: BarMarket): boolean =>
  one.source === other.source && one.throughDay === other.throughDay
