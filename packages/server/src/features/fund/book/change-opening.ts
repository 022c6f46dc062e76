// Sets the day on which the fund opens, with the account's value then, and the opening statement of a club that existed
// before (docs/rules/fund.md, "Opening"). The days offered are the reconciled closes and the linking of the account.
import { Refusal, type BodyOf, type OpeningDay } from '@clubfolio/contract'
import { type OpeningShare, toMarketDay, toCents } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import type { Db } from '../../../db/connect.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { lockFundMember } from '../member/store.ts'
import { openingOfLinking } from './default-opening.ts'
import { readHomes } from './account-home.ts'
import { findFundAccount, requireFund, type FundAccount } from './load-fund.ts'
import { finishChange, judgeBooks, lockBooks, type BooksCall } from './change-books.ts'

export type OpeningFields = Omit<BodyOf<'fund', 'changeOpening'>, 'accountId'>

/** Returns the possible opening days, newest first; the day of linking has the account's value at linking. */
export async function findOpeningDays(
  { db, clock }: Services,
  session: Session,
  accountId: string,
): Promise<OpeningDay[]> {
  return openingDays(db, await requireFund({ db, clock }, session.userId, accountId))
}

export async function changeOpening(call: BooksCall, { day, shares, ...rest }: OpeningFields): Promise<void> {
  noFieldLeft(rest)
  const { trx, session, accountId } = call
  const fund = await lockBooks(call)
  const chosen = (await openingDays(trx, fund.account)).find((one) => one.day === day)
  if (!chosen) throw new Refusal('openingDayUnknown', { day })
  if (chosen.value < 0n) throw new Refusal('openingNegative', { day })
  for (const { memberId } of shares)
    await lockFundMember(trx, { account: fund.account, userId: session.userId }, memberId)
  const opening = { day: toMarketDay(chosen.day), valueCents: chosen.value, openProfitCents: chosen.openProfit }
  const openingShares = shares.map(({ memberId, share, paidIn, ...others }): OpeningShare => {
    noFieldLeft(others)
    return { holderId: memberId, shareCents: share, paidInCents: paidIn }
  })
  const after = await judgeBooks(call, fund, { kind: 'change-opening', opening, openingShares })
  await trx
    .updateTable('fund')
    .set({
      opening_day: opening.day,
      opening_value_cents: opening.valueCents,
      opening_profit_cents: opening.openProfitCents,
    })
    .where('account_id', '=', accountId)
    .execute()
  await trx.deleteFrom('fund_opening_share').where('account_id', '=', accountId).execute()
  if (openingShares.length > 0) {
    await trx
      .insertInto('fund_opening_share')
      .values(
        openingShares.map((share) => ({
          account_id: accountId,
          member_id: share.holderId,
          share_cents: share.shareCents,
          paid_in_cents: share.paidInCents,
        })),
      )
      .execute()
  }
  await finishChange(call, after, {
    action: 'opening.change',
    before: asText(fund.records.opening, fund.records.openingShares),
    after: asText(opening, openingShares),
  })
}

/** A fund opens in its first account, before it left it. */
async function openingDays(db: Db | Trx, present: FundAccount): Promise<OpeningDay[]> {
  const [first] = await readHomes(db, present.id)
  const account = first && first.accountId !== present.id ? await findFundAccount(db, first.accountId) : present
  const untilDay = first?.untilDay ?? null
  const closes = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'real_value_cents'])
    .where('account_id', '=', account.id)
    .where('is_reconciled', '=', true)
    .where('day', '!=', account.linkedDay)
    .$if(untilDay !== null, (query) => query.where('day', '<=', untilDay!))
    .execute()
  const linking = openingOfLinking(account)
  const linked = {
    day: linking.day,
    value: toCents(account.linkedValueCents),
    openProfit: linking.openProfitCents,
    isLinking: true,
  }
  return [
    ...(untilDay === null || linking.day <= untilDay ? [linked] : []),
    ...closes.map((row) => ({
      day: row.day,
      value: row.broker_value_cents,
      openProfit: toCents(row.broker_value_cents - row.real_value_cents),
      isLinking: false,
    })),
  ].sort((a, b) => (a.day < b.day ? 1 : -1))
}

/** The audit log holds no integers beyond 2^53, so amounts are stored as text. */
const asText = (opening: { day: string; valueCents: bigint }, shares: readonly OpeningShare[]) => ({
  day: opening.day,
  valueCents: opening.valueCents.toString(),
  shares: shares.map((share) => ({
    memberId: share.holderId,
    shareCents: share.shareCents.toString(),
    paidInCents: share.paidInCents.toString(),
  })),
})
