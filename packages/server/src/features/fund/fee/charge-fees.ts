// Makes, waives and reverses the charge of a period end, after showing what it is calculated from
// (docs/rules/fund-fees.md, "Charges" and "Nothing by itself").
import { Refusal, type BodyOf, type ChargeCalculation } from '@clubfolio/contract'
import {
  calculateCharge,
  chargeOf,
  endsToCharge,
  formatMoney,
  replayOf,
  toMarketDay,
  type CalculatedCharge,
  type FundRecords,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { finishChange, judgeBooks, lockBooks, toDay, type BooksCall } from '../book/change-books.ts'
import { readFund } from '../book/load-fund.ts'
import { holderNames } from '../book/member-names.ts'
import { storeReversals } from '../book/store-reversals.ts'
import { describeCalculation, toChargeCalculation } from '../book/describe-charge.ts'
import { storeCharge } from '../book/store-charge.ts'
import { updateFeeAlert } from './fee-alert.ts'

/** Returns the next charge with its calculation; nothing is written. */
export async function previewCharge(
  services: Services,
  session: Session,
  { accountId, endDay }: BodyOf<'fund', 'previewCharge'>,
): Promise<ChargeCalculation> {
  const fund = await readFund(services, session.userId, accountId)
  const charge = nextCharge(fund.records, endDay, false)
  return toChargeCalculation(describeCalculation(charge), holderNames(fund), toMarketDay(endDay))
}

/** Makes the charge, or waives it with a reason, and returns its id. The total is the one that was shown. */
export async function chargeFees(
  call: BooksCall,
  { endDay, isWaived, total, reason }: Omit<BodyOf<'fund', 'chargeFees'>, 'accountId'>,
): Promise<string> {
  if (isWaived && !reason) throw new Refusal('waiveReasonMissing')
  const fund = await lockBooks(call)
  const charge = nextCharge(fund.records, endDay, isWaived)
  const totalCents = charge.lines.reduce((sum, line) => sum + line.amountCents, 0n)
  if (totalCents !== total)
    throw new Refusal('chargeChanged', { total: formatMoney(totalCents, { currency: fund.account.currency }) })
  const after = await judgeBooks(call, fund, { kind: 'charge-fees', charge: chargeOf(charge) })
  const id = await storeCharge(call, charge, reason)
  await updateFeeAlert(call, after)
  await finishChange(call, after, {
    action: isWaived ? 'fees.waive' : 'fees.charge',
    objectId: id,
    after: { accountId: call.accountId, endDay, totalCents: totalCents.toString(), lines: charge.lines.length, reason },
  })
  return id
}

/** Reverses the last charge as one, with the lines that were booked before it. */
export async function reverseCharge(call: BooksCall, endDay: string, reason?: string | null): Promise<void> {
  const fund = await lockBooks(call)
  const after = await judgeBooks(call, fund, { kind: 'reverse-charge', endDay: toDay(endDay) })
  const reversed = await storeReversals(call, fund, after.records, reason)
  await updateFeeAlert(call, after)
  await finishChange(call, after, { action: 'fees.reverse', before: { endDay }, after: { reversed } })
}

function nextCharge(records: FundRecords, endDay: string, isWaived: boolean): CalculatedCharge {
  const replay = replayOf(records)
  const [end] = endsToCharge(replay)
  if (!end || end.endDay > endDay) throw new Refusal('chargeNotDue', { day: endDay })
  if (end.endDay < endDay) throw new Refusal('chargeNotNext', { day: end.endDay })
  const charge = calculateCharge(replay, end, { id: 'next', isWaived })
  if (!charge) throw new Refusal('chargeWaits', { day: endDay })
  return charge
}
