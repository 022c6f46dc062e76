// Maps the domain's refusals to the contract's: figures as money and names, never ids.
import { Refusal } from '@clubfolio/contract'
import { formatMoney, unallocatedHolderId, type Breach, type Cents, type FundRefusal } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { FundAccount } from './load-fund.ts'
import { ratePercent } from './describe-charge.ts'
import { memberNameSql } from '../member/member-name.ts'

/** Throws the named refusal; looks up the holder's name for its text. */
export async function throwRefusal(
  db: Db | Trx,
  refusal: FundRefusal,
  { currency }: Pick<FundAccount, 'currency'>,
): Promise<never> {
  const money = (cents: Cents) => formatMoney(cents, { currency })
  switch (refusal.name) {
    case 'future-day':
      throw new Refusal('entryDateAhead', { day: refusal.today })
    case 'reason-missing':
      throw new Refusal('entryReasonMissing', { day: refusal.day })
    case 'before-opening':
      throw new Refusal('entryBeforeOpening', { day: refusal.openingDay })
    case 'holder-not-allowed':
      throw new Refusal('unallocatedReadOnly')
    case 'opening-exceeded':
      throw new Refusal('openingExhausted', { maximum: money(refusal.unallocatedCents) })
    case 'overdrawn':
      throw new Refusal(refusal.isNet ? 'aboveNetValue' : 'withdrawalTooLarge', {
        maximum: money(refusal.maximumCents),
        day: refusal.day,
      })
    case 'below-zero':
      throw new Refusal('holderBelowZero', {
        holder: await nameOf(db, refusal.holderId),
        missing: money(refusal.missingCents),
        day: refusal.day,
      })
    case 'distribution-not-covered':
      throw new Refusal('distributionNotCovered', {
        holder: await nameOf(db, refusal.holderId),
        missing: money(refusal.missingCents),
        day: refusal.day,
      })
    case 'distribution-line':
      throw new Refusal('distributionLine', { day: refusal.day })
    case 'not-dealable':
      throw new Refusal('entryNotDealable', { day: refusal.day })
    case 'zero-units':
      throw new Refusal('entryBuysNothing')
    case 'unexplained-withdrawal':
      throw new Refusal('unexplainedWithdrawal', { missing: money(refusal.missingCents), day: refusal.day })
    case 'holder-has-left':
      throw new Refusal('changeRewritesExit', { holder: await nameOf(db, refusal.holderId) })
    case 'period-closed':
      throw new Refusal('booksClosed', { day: refusal.closedUntil, first: refusal.firstOpenDay })
    case 'unknown-record':
      throw new Refusal('notFound')
    case 'expense-without-holder':
      throw new Refusal('expenseWithoutHolder', { day: refusal.day })
    case 'opening-negative':
      throw new Refusal('openingNegative')
    case 'dealing-fixed':
      throw new Refusal('dealingFixed')
    case 'match-across-opening':
      throw new Refusal('matchAcrossOpening', { day: refusal.openingDay })
    case 'match-unbalanced':
      throw new Refusal('matchUnbalanced', { difference: money(refusal.differenceCents) })
    case 'match-not-one-sided':
      throw new Refusal('matchNotOneSided')
    case 'movement-not-valued':
      throw new Refusal('movementNotValued', { day: refusal.day })
    case 'already-matched':
      throw new Refusal('alreadyMatched')
    case 'period-not-closable':
      throw periodRefusalOf(refusal)
    case 'not-movable':
      throw new Refusal(moveRefusals[refusal.because], { day: refusal.day })
    case 'arrival-not-possible':
      throw new Refusal(arrivalRefusals[refusal.because], { day: refusal.day })
    case 'fee-rate-out-of-range':
      throw new Refusal('feeRateTooHigh', { maximum: ratePercent(refusal.maximumMillionths) })
    case 'charge-not-due':
      throw refusal.nextDay === undefined || refusal.nextDay > refusal.endDay
        ? new Refusal('chargeNotDue', { day: refusal.endDay })
        : new Refusal('chargeNotNext', { day: refusal.nextDay })
    case 'charge-not-last':
      throw refusal.lastDay === undefined
        ? new Refusal('notFound')
        : new Refusal('chargeNotLast', { day: refusal.lastDay })
    case 'fee-policy-not-next-day':
    case 'amount-out-of-range':
      // The contract limits every amount, and the server names the first day.
      throw new Error(`The books refused a change with ${refusal.name}, which no call can ask for.`)
  }
}

const periodRefusals = {
  'unexplained-withdrawal': 'periodUnexplained',
  'not-covered': 'periodNotCovered',
  pending: 'periodPending',
  'in-transit': 'periodInTransit',
  'not-charged': 'periodNotCharged',
  'not-past': 'periodNotPast',
  'before-opening': 'periodBeforeOpening',
  'already-closed': 'periodClosedAlready',
  'close-missing': 'periodCloseMissing',
  'close-unreconciled': 'periodCloseUnreconciled',
} as const

const moveRefusals = {
  'not-valued': 'moveNotValued',
  'in-transit': 'moveInTransit',
  'before-last-move': 'moveBeforeLast',
  'unexplained-withdrawal': 'periodUnexplained',
  'not-covered': 'periodNotCovered',
  pending: 'periodPending',
  'money-later': 'moveMoneyLater',
} as const

const arrivalRefusals = {
  'nothing-in-transit': 'arrivalNotAwaited',
  'not-after-move': 'arrivalTooEarly',
  'not-valued': 'arrivalNotValued',
} as const

/** Returns why the books cannot be closed up to a day. */
export const periodRefusalOf = ({
  because,
  day,
}: Pick<Extract<FundRefusal, { name: 'period-not-closable' }>, 'because' | 'day'>): Refusal =>
  new Refusal(periodRefusals[because], { day })

/** Returns why a record could not be dealt at its close, in the same words as an immediate refusal. */
export function breachRefusalOf(
  breach: Breach,
  { currency, isNet }: Pick<FundAccount, 'currency'> & { readonly isNet: boolean },
): Refusal {
  const money = (cents: Cents) => formatMoney(cents, { currency })
  switch (breach.kind) {
    case 'not-covered':
    case 'fee-not-covered':
    case 'transfer-not-covered':
      return new Refusal(isNet ? 'aboveNetValue' : 'withdrawalTooLarge', {
        maximum: money(breach.maximumCents),
        day: breach.day,
      })
    case 'opening-exceeded':
      return new Refusal('openingExhausted', { maximum: money(breach.maximumCents) })
    case 'not-dealable':
      return new Refusal('entryNotDealable', { day: breach.day })
    case 'zero-units':
      return new Refusal('entryBuysNothing')
    case 'before-opening':
      return new Refusal('entryBeforeOpening', { day: breach.day })
    case 'unexplained-withdrawal':
      return new Refusal('unexplainedWithdrawal', { missing: money(breach.missingCents), day: breach.day })
    case 'expense-without-holder':
      return new Refusal('expenseWithoutHolder', { day: breach.day })
    case 'match-across-opening':
      return new Refusal('matchAcrossOpening', { day: breach.day })
  }
}

async function nameOf(db: Db | Trx, holderId: string): Promise<string> {
  if (holderId === unallocatedHolderId) return 'Unallocated'
  const member = await db
    .selectFrom('member')
    .select(memberNameSql().as('name'))
    .where('id', '=', holderId)
    .executeTakeFirst()
  return member?.name ?? 'A former member'
}
