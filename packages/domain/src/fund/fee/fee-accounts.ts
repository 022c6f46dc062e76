// The fee accounts of all holders. A charge of a thousand members is noted once, and an account follows the charges it
// has missed when somebody reads it (docs/decisions/0084-charges-are-dealt-by-column.md).
import type { FeeCharge, FeePolicy, HolderId } from '../record.ts'
import type { ChargeColumns, TakenColumn } from './charge-column.ts'
import type { Fraction } from '../../money/fraction.ts'
import { unitsFor } from '../unit-amount.ts'
import type { HeldSteps, HeldUnits } from '../held-units.ts'
import { settledLimit } from './daily-fee.ts'
import { accrueUpTo, asAccrued, copyAccount, type FeeAccount, newAccount, settleManagement } from './fee-account.ts'
import { addLot, dropByGain, dropFraction, type Lot, type PerformanceMeasure, raiseMarks } from './lot.ts'
import { rateOf } from './policy.ts'
import { SettledState } from './settled-state.ts'

/** A charge that was dealt by column, with the moment at which it was. */
export interface DealtCharge {
  readonly charge: FeeCharge
  readonly columns: ChargeColumns
  /** The unit value at which it was dealt. */
  readonly rate: Fraction
  readonly sum: bigint
  readonly management: FeePolicy | undefined
  readonly measure: PerformanceMeasure
}

/** Units that a holder gains. They wait, because a payment into a fund needs no figure of the account. */
export interface Gain {
  readonly units: bigint
  /** The lots they come with; none in a fund without a performance fee. */
  readonly lots: readonly Lot[]
  readonly sum: bigint
  readonly management: FeePolicy | undefined
}

interface KeptAccount {
  readonly account: FeeAccount
  /** Its place in `SettledState`; none before its first charge. */
  slot: number
  /** Whether it could not be taken as settled and nothing has happened since that would change this. */
  isOpen: boolean
  /** The number of charges that the account has followed. */
  followed: number
  /** What it has gained since, and after how many charges. */
  readonly gains: Array<{ readonly gain: Gain; readonly after: number }>
}

const unsettled = { slot: 0, isOpen: false }

export class FeeAccounts implements Iterable<readonly [HolderId, FeeAccount]> {
  private readonly kept = new Map<HolderId, KeptAccount>()
  private readonly hasLots: boolean
  private readonly units: HeldUnits
  private readonly dealt: DealtCharge[] = []
  private readonly settled = new SettledState()

  constructor(hasLots: boolean, units: HeldUnits) {
    this.hasLots = hasLots
    this.units = units
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
    const kept = this.keptOf(holderId, gain.sum)
    if (this.settled.isSettled(kept.slot)) this.restore(kept, this.units.get(holderId) ?? 0n)
    kept.isOpen = false
    kept.gains.push({ gain, after: this.dealt.length })
  }

  /** Notes a charge for the accounts of its holders, whose units it has taken. */
  note(charge: DealtCharge, { slots, steps }: HeldSteps, taken: readonly TakenColumn[]): void {
    const { ids } = charge.columns.holders
    this.dealt.push(charge)
    const performance = taken.find(({ kind }) => kind === 'performance')?.amounts
    const [first, second] = taken
    const settling = this.settled.start(this.dealt, steps.length)
    const keptAt = (index: number) => this.kept.get(ids[index]!)
    const firstLot = (index: number) => keptAt(index)?.account.lots[0]
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index]!
      const isPaying = performance !== undefined && performance[index] !== 0n
      const isSettled = this.settled.isSettled(slot)
      const held = steps[slot]! + (first?.units[index] ?? 0n) + (second?.units[index] ?? 0n)
      if (isSettled && settling.settle({ slot, index, held, isPaying }, firstLot)) continue
      const kept = keptAt(index)
      if (!kept || (kept.isOpen && !isPaying)) continue
      if (isSettled) this.restore(kept, held, this.dealt.length - 1)
      this.tryToSettle(ids[index]!, kept, slot, charge)
    }
  }

  /**
   * Takes an account as settled when a charge has left nothing but a remainder that later ones carry on: while its
   * holder has the same units, the next charges say what becomes of it.
   */
  private tryToSettle(holderId: HolderId, kept: KeptAccount, slot: number, charge: DealtCharge): void {
    const account = this.follow(holderId, kept)
    const { management, sum } = charge
    kept.isOpen =
      account.owedAtto.management !== 0n ||
      account.accrued !== asAccrued(account.carriedAtto) ||
      account.sumAt !== sum ||
      account.held >= settledLimit ||
      (this.hasLots && account.lots.length !== 1) ||
      rateOf(management, holderId) !== (management?.rateMillionths ?? 0n)
    if (kept.isOpen) return
    kept.slot = slot
    this.settled.open(slot, this.dealt.length)
  }

  /** Brings an account that is taken as settled up to date; `held` are its units after the charges it has followed. */
  private restore(kept: KeptAccount, held: bigint, followed = this.dealt.length): void {
    const state = this.settled.close(kept.slot)
    if (!state) return
    const { account } = kept
    const [lot] = account.lots
    const { settledAt, paidAt, raisedAt } = state
    kept.followed = followed
    account.held = held
    account.sumAt = this.dealt[settledAt - 1]?.sum ?? account.sumAt
    if (paidAt > 0) account.owedAtto.performance = 0n
    if (!lot) return
    lot.units = held
    const raised = this.dealt[raisedAt - 1]
    if (!raised) return
    lot.mark = raised.measure.rate
    lot.hurdleDay = raised.measure.day
  }

  copy(): FeeAccounts {
    const accounts = new FeeAccounts(this.hasLots, this.units)
    for (const [holderId, account] of this)
      accounts.kept.set(holderId, { ...unsettled, account: copyAccount(account), followed: 0, gains: [] })
    return accounts
  }

  private keptOf(holderId: HolderId, sum: bigint): KeptAccount {
    const known = this.kept.get(holderId)
    if (known) return known
    const kept = { ...unsettled, account: newAccount(sum), followed: this.dealt.length, gains: [] }
    this.kept.set(holderId, kept)
    return kept
  }

  private follow(holderId: HolderId, kept: KeptAccount): FeeAccount {
    const { account, gains } = kept
    if (this.settled.isSettled(kept.slot)) this.restore(kept, this.units.get(holderId) ?? 0n)
    kept.isOpen = false
    let next = kept.followed
    kept.followed = this.dealt.length
    for (const { gain, after } of gains.splice(0)) {
      for (; next < after; next += 1) this.followCharge(this.dealt[next]!, holderId, account)
      this.followGain(gain, holderId, account)
    }
    for (; next < this.dealt.length; next += 1) this.followCharge(this.dealt[next]!, holderId, account)
    return account
  }

  private followGain({ units, lots, sum, management }: Gain, holderId: HolderId, account: FeeAccount): void {
    accrueUpTo(account, sum, rateOf(management, holderId))
    account.held += units
    if (this.hasLots) for (const lot of lots) addLot(account.lots, lot)
  }

  private followCharge(dealt: DealtCharge, holderId: HolderId, account: FeeAccount): void {
    const { charge, columns, rate, sum, management, measure } = dealt
    const index = columns.holders.indexById.get(holderId)
    if (index === undefined) return
    const end = columns.lineAt[index + 1]!
    for (let at = columns.lineAt[index]!; at < end; at += 1) {
      const { kind, settledAtto, amountCents } = charge.lines[at]!
      const taken = amountCents === 0n ? 0n : unitsFor(amountCents, rate)
      if (kind === 'management' || taken > 0n) accrueUpTo(account, sum, rateOf(management, holderId))
      account.held -= taken
      if (kind === 'management') {
        settleManagement(account, settledAtto)
        if (this.hasLots) dropFraction(account.lots, taken)
      } else if (amountCents > 0n || charge.isWaived) {
        dropByGain(account.lots, taken, measure)
        raiseMarks(account.lots, measure)
        account.owedAtto.performance = 0n
      }
    }
  }
}
