// Proposes the fees of a period once its last close has come: to the owner, as a notification and as the task that
// stays until it is charged or waived. Where the policy says so, the charge is made by itself, or asked for by
// itself where the fund asks for a second person (docs/rules/fund-fees.md, "Nothing by itself"). Everything happens
// under the lock of the fund, so an end is proposed or charged once, however many workers look.
import { Refusal } from '@clubfolio/contract'
import {
  calculateCharge,
  chargesByItself,
  endsToCharge,
  formatMoney,
  replayOf,
  toCents,
  type FeeEnd,
  type FundReplay,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/handler.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { lockFund, type Fund } from '../book/load-fund.ts'
import { lockSecondPerson } from '../book/second-person.ts'
import { chargeFees } from '../fee/charge-fees.ts'
import { describeEnd, feesLink, updateFeeAlert } from '../fee/fee-alert.ts'
import { fundName } from '../role/tell-approval.ts'
import { wordsOfRefusal } from './may-wait.ts'
import { chargeFeesOrWait } from './waiting-fees.ts'

const atATime = 200

interface LookedAt {
  readonly accountId: string
  readonly ownerId: string
  readonly version: string
}

/** Looks at every fund with fees whose books have changed since the last look; returns how many there were. */
export async function proposeCharges(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('fund_version as v')
    .innerJoin('fund as f', 'f.account_id', 'v.account_id')
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .leftJoin('fund_fee_look as l', 'l.account_id', 'v.account_id')
    .select(['v.account_id as accountId', 'a.owner_id as ownerId', 'v.version'])
    .where('u.status', '=', 'ACTIVE')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('fund_fee_policy as p').select('p.id').whereRef('p.account_id', '=', 'v.account_id')),
    )
    .where(sql<boolean>`l.version is distinct from v.version`)
    .where((eb) => eb.not(isBackingOff('propose-charges', sql`v.account_id::text`, clock)))
    .orderBy('v.account_id')
    .limit(atATime)
    .execute()
  await runRows(services, 'propose-charges', due, {
    describe: ({ accountId: id, ownerId }) => ({ id, ownerId, name: 'The fees of a fund' }),
    work: (fund) => inTransaction(db, (trx) => lookAt({ services, trx, ...fund })),
  })
  return due.length
}

interface Look extends LookedAt {
  readonly services: Services
  readonly trx: Trx
}

async function lookAt(look: Look): Promise<void> {
  const { services, trx, accountId, ownerId, version } = look
  // Everybody locks the account and the setting of the second person before the books.
  const asksSecondPerson = (await lockSecondPerson(trx, accountId)) !== null
  for (;;) {
    const fund = await lockFund(services, trx, { userId: ownerId, accountId, right: 'OWN' })
    const replay = replayOf(fund.records)
    const [end] = endsToCharge(replay)
    if (!end || !(await settleByItself(look, { fund, replay, end, asksSecondPerson }))) {
      await updateFeeAlert(look, fund)
      break
    }
  }
  // A change of its own gives the books another version, and the next look finds nothing left to do.
  await trx
    .insertInto('fund_fee_look')
    .values({ account_id: accountId, version })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ version }))
    .execute()
}

interface Ended {
  readonly fund: Fund
  readonly replay: FundReplay
  readonly end: FeeEnd
  readonly asksSecondPerson: boolean
}

/** Returns whether the end is charged now; otherwise it is proposed, and the ends after it have to wait. */
async function settleByItself(look: Look, ended: Ended): Promise<boolean> {
  const { services, trx, accountId } = look
  const { fund, replay, end, asksSecondPerson } = ended
  const charge = calculateCharge(replay, end, { id: 'next' })
  // Its close is corrected first.
  if (!charge) return false
  if (!(await isFirstTime(look, end))) return false
  const propose = (why = '') => tellOwner(look, end, `${describeEnd(replay, end, fund.account.currency)}${why}`)
  if (!chargesByItself(replay.records, end)) {
    await propose(' Check the calculation, and charge or waive it.')
    return false
  }
  const total = charge.lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const body = { endDay: end.endDay, isWaived: false, total: toCents(total) }
  const call = { services, trx, session: { userId: look.ownerId }, caller: callerOf(services), isByItself: true }
  try {
    if (asksSecondPerson) {
      await chargeFeesOrWait.call({ ...call, afterCommit: () => undefined }, { accountId, ...body })
      return false
    }
    await chargeFees({ ...call, accountId }, body)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await propose(` It cannot be charged by itself: ${wordsOfRefusal(error)}`)
    return false
  }
  await tellOwner(
    look,
    end,
    `${formatMoney(total, { currency: fund.account.currency })} of fees were charged by themselves for the period ` +
      `that ended on ${end.endDay}.`,
  )
  return true
}

/** An end is proposed, or charged by itself, once: one whose charge was reversed waits for its owner. */
async function isFirstTime({ services: { clock }, trx, accountId }: Look, { endDay }: FeeEnd): Promise<boolean> {
  const proposed = await trx
    .insertInto('fund_fee_proposal')
    .values({ account_id: accountId, end_day: endDay, proposed_at: new Date(clock.nowMs()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('end_day')
    .executeTakeFirst()
  return proposed !== undefined
}

async function tellOwner({ services: { clock }, trx, accountId, ownerId }: Look, end: FeeEnd, text: string) {
  await recordNotification(trx, clock, {
    userId: ownerId,
    kind: 'FEES_DUE',
    key: `fees ${accountId} ${end.endDay}`,
    title: `Fees of the fund ${await fundName(trx, accountId)}`,
    text,
    link: feesLink(accountId),
  })
}

const callerOf = ({ log }: Services): Caller => ({
  requestId: 'charge by itself',
  address: '',
  userAgent: '',
  isBackground: true,
  requestKey: undefined,
  deviceToken: undefined,
  setDeviceToken: () => undefined,
  signInToken: undefined,
  setSignInToken: () => undefined,
  log,
  signal: new AbortController().signal,
})
