// Carries every holder's basis from year to year: what they have put in and been allocated and not taken out yet
// (docs/rules/fund-year.md, "Basis").
import { type Cents, toCents } from '../../kind.ts'
import { divideHalfEven } from '../../money/fraction.ts'
import { greater } from '../../money/lesser.ts'
import type { UnitDeal } from '../book.ts'
import type { HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import type { YearAllocation } from './allocate-years.ts'
import { walkBooks } from './book-walk.ts'
import { DealtResults } from './dealt-result.ts'
import { ExactParts } from './exact-parts.ts'
import { type AccountResult, noLines, sumOfLines, type YearLines, yearOfDay } from './year-line.ts'

/**
 * A holder's basis in a year. Basis less carried loss = the same before + paid in + allocated + gifts - taken out; one
 * of the two is always 0.00.
 */
export interface BasisYear {
  readonly beforeCents: Cents
  readonly lossBeforeCents: Cents
  /** Contributions, opening shares by what was paid in for them, and units funded from the opening. */
  readonly paidInCents: Cents
  /** All lines of the allocation, fees included. */
  readonly allocatedCents: Cents
  /** Basis that came with units given to the holder, less what went with units they gave. */
  readonly giftsCents: Cents
  /** Basis that went with what was taken out, in proportion to units. */
  readonly takenOutCents: Cents
  readonly basisCents: Cents
  /** Loss beyond the basis, which later gains and payments fill first. */
  readonly lossCents: Cents
}

/**
 * Carries the basis through all years of an allocation. Returns the years in the same order.
 * Example: A pays in 1,000.00 for 100 units, is allocated a gain of 200.00 and takes out a quarter of the units: 300.00
 * of the basis of 1,200.00 goes, 900.00 stays. Source: docs/rules/fund-year.md, "Basis".
 */
export function carryBasis(
  replay: FundReplay,
  results: readonly AccountResult[],
  allocations: readonly YearAllocation[],
): ReadonlyMap<HolderId, BasisYear>[] {
  const accounts = new Map<HolderId, BasisAccount>()
  const years: ReadonlyMap<HolderId, BasisYear>[] = []
  let [open] = allocations
  let parts = new ExactParts()
  const passing = new Map<string | undefined, bigint>()
  const dealt = new DealtResults((_line, ...part) => parts.add(...part))
  const accountOf = (holderId: HolderId): BasisAccount => {
    let account = accounts.get(holderId)
    if (!account) accounts.set(holderId, (account = openAccount(0n)))
    return account
  }
  const closeYear = (): void => {
    dealt.deal()
    for (const holderId of open?.holders.keys() ?? []) accountOf(holderId)
    years.push(new Map([...accounts].map(([id, account]) => [id, basisYear(account, open?.holders.get(id))])))
    for (const [holderId, account] of accounts)
      accounts.set(holderId, openAccount(netAfter(account, open?.holders.get(holderId))))
    parts = new ExactParts()
  }
  const enter = (year: number): void => {
    if (year === open?.year) return
    closeYear()
    open = allocations[years.length]
  }
  for (const step of walkBooks(replay, results)) {
    if (step.kind === 'close') {
      enter(yearOfDay(step.day))
      dealt.add(step.result)
      continue
    }
    const { dealing } = step
    enter(yearOfDay(dealing.day))
    dealt.deal()
    const { holderId } = dealing
    const account = accountOf(holderId)
    const basisNow = (): bigint => {
      // The odd cents of the year's rounding count from its first day: a holder who takes everything out keeps none.
      const allocatedCents = parts.roundedOf(holderId) + (open?.oddCents.get(holderId) ?? 0n)
      return greater(0n, netOf(account, allocatedCents + account.feesCents))
    }
    bookDealing(account, dealing, { basisNow, held: dealt.units.get(holderId) ?? 0n, passing })
    dealt.move(dealing)
  }
  closeYear()
  return years
}

/** What has changed a holder's basis in a year so far; `startCents` is below zero for a carried loss. */
interface BasisAccount {
  readonly startCents: bigint
  paidInCents: bigint
  giftsCents: bigint
  takenOutCents: bigint
  feesCents: bigint
}

const openAccount = (startCents: bigint): BasisAccount => ({
  startCents,
  paidInCents: 0n,
  giftsCents: 0n,
  takenOutCents: 0n,
  feesCents: 0n,
})

const netOf = ({ startCents, paidInCents, giftsCents, takenOutCents }: BasisAccount, allocatedCents: bigint): bigint =>
  startCents + paidInCents + giftsCents - takenOutCents + allocatedCents

const netAfter = (account: BasisAccount, lines: YearLines = noLines()): bigint => netOf(account, sumOfLines(lines))

function basisYear(account: BasisAccount, lines: YearLines = noLines()): BasisYear {
  const allocatedCents = sumOfLines(lines)
  const net = netOf(account, allocatedCents)
  const { startCents } = account
  return {
    beforeCents: toCents(greater(0n, startCents)),
    lossBeforeCents: toCents(greater(0n, -startCents)),
    paidInCents: toCents(account.paidInCents),
    allocatedCents,
    giftsCents: toCents(account.giftsCents),
    takenOutCents: toCents(account.takenOutCents),
    basisCents: toCents(greater(0n, net)),
    lossCents: toCents(greater(0n, -net)),
  }
}

interface DealingContext {
  /** The basis before the dealing, at least zero. */
  readonly basisNow: () => bigint
  /** The holder's units before the dealing. */
  readonly held: bigint
  /** Basis on its way from the giver to the taker of a transfer. */
  readonly passing: Map<string | undefined, bigint>
}

function bookDealing(account: BasisAccount, dealing: UnitDeal, { basisNow, held, passing }: DealingContext): void {
  const { cause, recordId, units, amountCents, feeCents } = dealing
  const partOf = (): bigint => (units < 0n ? divideHalfEven(basisNow() * -units, held) : 0n)
  switch (cause) {
    case 'opening':
    case 'opening-share':
    case 'funding':
    case 'contribution':
      account.paidInCents += amountCents
      return
    case 'flow':
      if (units < 0n) account.takenOutCents += partOf()
      else account.paidInCents += greater(0n, amountCents)
      return
    case 'retribution':
      account.takenOutCents += partOf()
      return
    case 'transfer':
      if (units < 0n) {
        const partCents = partOf()
        passing.set(recordId, partCents)
        account.giftsCents -= partCents
      } else account.giftsCents += passing.get(recordId) ?? 0n
      return
    case 'management-fee':
    case 'performance-fee':
      account.feesCents += feeCents
      return
    case 'left-over':
  }
}
