// The fee accounts of all holders. A charge of a thousand members is noted once, and an account follows the charges it
// has missed when somebody reads it (docs/decisions/0084-charges-are-dealt-by-column.md).
import type { FeePolicy, HolderId } from '../record.ts'
import { DealtCharge, type DealtMoment } from './dealt-charge.ts'
import { accrueUpTo, copyAccount, type FeeAccount, newAccount } from './fee-account.ts'
import { followCharges } from './follow-charge.ts'
import { addLot, type Lot } from './lot.ts'
import { rateOf } from './policy.ts'

/** Units that a holder gains. They wait, because a payment into a fund needs no figure of the account. */
export interface Gain {
  readonly units: bigint
  /** The lots they come with; none in a fund without a performance fee. */
  readonly lots: readonly Lot[]
  readonly sum: bigint
  readonly management: FeePolicy | undefined
  /** How many charges were dealt before it. */
  readonly after: number
}

interface KeptAccount {
  readonly account: FeeAccount
  /** The number of charges that the account has followed. */
  followed: number
  /** What it has gained since. */
  readonly gains: Gain[]
}

export class FeeAccounts implements Iterable<readonly [HolderId, FeeAccount]> {
  private readonly kept = new Map<HolderId, KeptAccount>()
  private readonly hasLots: boolean
  private readonly dealt: DealtCharge[] = []

  constructor(hasLots: boolean) {
    this.hasLots = hasLots
  }

  get(holderId: HolderId): FeeAccount | undefined {
    const kept = this.kept.get(holderId)
    return kept && this.follow(holderId, kept)
  }

  /** Returns the account of a holder, opening one without units at a running sum. */
  getOrOpen(holderId: HolderId, sum: bigint): FeeAccount {
    return this.follow(holderId, this.keptOf(holderId, sum))
  }

  *[Symbol.iterator](): Iterator<readonly [HolderId, FeeAccount]> {
    for (const [holderId, kept] of this.kept) yield [holderId, this.follow(holderId, kept)]
  }

  gain(holderId: HolderId, gain: Gain): void {
    this.keptOf(holderId, gain.sum).gains.push(gain)
  }

  /** The number of charges that were dealt so far. */
  get dealtCount(): number {
    return this.dealt.length
  }

  /** Notes a charge for the accounts of its holders, whose units it has taken. */
  note(moment: DealtMoment): void {
    this.dealt.push(new DealtCharge(moment))
  }

  copy(): FeeAccounts {
    const accounts = new FeeAccounts(this.hasLots)
    for (const [holderId, account] of this)
      accounts.kept.set(holderId, { account: copyAccount(account), followed: 0, gains: [] })
    return accounts
  }

  private keptOf(holderId: HolderId, sum: bigint): KeptAccount {
    const known = this.kept.get(holderId)
    if (known) return known
    const kept = { account: newAccount(sum), followed: this.dealt.length, gains: [] }
    this.kept.set(holderId, kept)
    return kept
  }

  private follow(holderId: HolderId, kept: KeptAccount): FeeAccount {
    const { account, gains } = kept
    const { dealt, hasLots } = this
    const follower = { holderId, account, hasLots }
    if (gains.length > 0) {
      for (const gain of gains) {
        followCharges(follower, { dealt, from: kept.followed, to: gain.after })
        kept.followed = gain.after
        this.followGain(gain, holderId, account)
      }
      gains.length = 0
    }
    if (kept.followed === dealt.length) return account
    followCharges(follower, { dealt, from: kept.followed, to: dealt.length })
    kept.followed = dealt.length
    return account
  }

  private followGain({ units, lots, sum, management }: Gain, holderId: HolderId, account: FeeAccount): void {
    accrueUpTo(account, sum, rateOf(management, holderId))
    account.held += units
    if (this.hasLots) for (const lot of lots) addLot(account.lots, lot)
  }
}
