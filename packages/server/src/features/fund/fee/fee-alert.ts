// The alert that stays with the owner of a fund as their task while ended periods wait for their charge, and the
// notification of a period that has ended (docs/rules/fund-fees.md, "Nothing by itself").
import { calculateCharge, endsToCharge, formatMoney, replayOf, type FeeEnd, type FundReplay } from '@clubfolio/domain'
import type { Clock } from '../../../kernel/clock.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { raiseAlert, resolveAlert } from '../../alert/write-alert.ts'
import type { Fund } from '../book/load-fund.ts'
import { fundName } from '../role/tell-approval.ts'

/** The page of a fund where its charges are made. */
export const feesLink = (accountId: string) => `/account-mapping?fund=${accountId}&part=fees` as const

export const feesAlertKey = (accountId: string): string => `fees ${accountId}`

interface AlertCall {
  readonly services: { readonly clock: Clock }
  readonly trx: Trx
}

/** Keeps the owner's task as the books are now: raised while a period waits for its charge, resolved otherwise. */
export async function updateFeeAlert(
  { services: { clock }, trx }: AlertCall,
  { account, records }: Fund,
): Promise<void> {
  const replay = replayOf(records)
  const condition = { userId: account.ownerId, key: feesAlertKey(account.id) }
  const ends = endsToCharge(replay)
  const [end] = ends
  if (!end) {
    await resolveAlert(trx, clock, condition)
    return
  }
  const more = ends.length === 1 ? '' : ` ${ends.length - 1} more after it.`
  await raiseAlert(trx, clock, {
    ...condition,
    kind: 'FEES_DUE',
    severity: 'INFO',
    title: `Fees of the fund ${await fundName(trx, account.id)}`,
    text: (await isAsked(trx, account.id))
      ? `The charge of the period that ended on ${end.endDay} waits for a second person.${more}`
      : `${describeEnd(replay, end, account.currency)} Check the calculation, and charge or waive it.${more}`,
    link: feesLink(account.id),
  })
}

/** "The period that ended on 2026-03-31 is not charged yet: $295.90 of 2 members." */
export function describeEnd(replay: FundReplay, end: FeeEnd, currency: string): string {
  const charge = calculateCharge(replay, end, { id: 'next' })
  if (!charge) return `The period that ended on ${end.endDay} is not charged yet: its close waits for a correction.`
  const total = charge.lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const count = new Set(charge.lines.filter(({ amountCents }) => amountCents > 0n).map(({ holderId }) => holderId)).size
  const members = count === 1 ? 'one member' : `${count} members`
  return `The period that ended on ${end.endDay} is not charged yet: ${formatMoney(total, { currency })} of ${members}.`
}

/** Whether a charge or waiver of the fund waits for a second person. */
async function isAsked(trx: Trx, accountId: string): Promise<boolean> {
  const waiting = await trx
    .selectFrom('fund_approval')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'FEE_CHARGE')
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  return waiting !== undefined
}
