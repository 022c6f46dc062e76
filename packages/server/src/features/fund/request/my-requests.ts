// A member's requests in their own pages: what they see, ask for, and take back. Each call finds the member's own place
// first, so that nothing of another member is in any answer (docs/rules/access.md, "Ownership").
import { Refusal, type BodyOf, type MyRequests, type ParamsOf } from '@clubfolio/contract'
import {
  dueState,
  formatMoney,
  greatestRetribution,
  maskNumber,
  replayFund,
  toCents,
  type Cents,
  type FundReplay,
} from '@clubfolio/domain'
import { writeAudit } from '../../../kernel/audit.ts'
import { noFieldLeft } from '../../../db/to-columns.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { raiseAlert, resolveAlert } from '../../alert/write-alert.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { findFundAccount, lockRow, readAnyFund, type FundAccount } from '../book/load-fund.ts'
import { readRecords } from '../book/read-records.ts'
import { readExpected } from '../due/expected-payments.ts'
import { findMyPlaces, type MyPlace } from '../statement/my-participation.ts'
import { waitingKey } from './approve-request.ts'
import { readRequests } from './read-requests.ts'

const mostOpen = 5

export interface MemberCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
}

export async function findMyRequests(
  services: Services,
  session: Session,
  { accountId, memberId }: ParamsOf<'fund', 'findMyRequests'>,
): Promise<MyRequests> {
  const { db, clock } = services
  const place = await requirePlace(db, session.userId, accountId, memberId)
  const { account, records, replay } = await readAnyFund(services, accountId)
  const { day: today } = await accountMarketTime(db, clock, account.marketSource)
  const expected = await readExpected(db, accountId, { records, today })
  const banks = await db
    .selectFrom('bank_account')
    .select(['id', 'alias', 'number_ending'])
    .where('member_id', '=', memberId)
    .orderBy('alias')
    .orderBy('id')
    .execute()
  return {
    requests: await readRequests(db, { accountId, records, memberId }),
    dues: expected
      .filter((one) => one.memberId === memberId)
      .map(({ plan, day, amountCents, isPaid }) => {
        const state = dueState({ day, isPaid }, today)
        return {
          planId: plan.id,
          memberId,
          name: place.name,
          day,
          amount: amountCents,
          description: plan.description,
          state: state.state,
          lateDays: state.state === 'late' ? state.days : 0,
        }
      }),
    bankAccounts: banks.map((row) => ({ id: row.id, alias: row.alias, number: maskNumber(row.number_ending) })),
    most: mostOf(replay, memberId),
  }
}

/** Asks to pay in or take out and notifies the owner. Returns the id of the request. */
export async function makeRequest(
  { services, trx, session, caller }: MemberCall,
  { accountId, memberId, kind, amount, foundId, comment, ...rest }: BodyOf<'fund', 'makeRequest'>,
): Promise<string> {
  noFieldLeft(rest)
  const { clock } = services
  const place = await requirePlace(trx, session.userId, accountId, memberId)
  // Requests of one fund are made and decided one after the other.
  await lockRow(trx, accountId)
  const account = await findFundAccount(trx, accountId)
  await requireAllowed(trx, { account, place, kind, amount: amount ?? null })
  if (foundId) await requireOwnBank(trx, memberId, foundId)
  const id = newId(clock)
  await trx
    .insertInto('fund_request')
    .values({
      account_id: accountId,
      id,
      member_id: memberId,
      user_id: session.userId,
      kind,
      amount_cents: amount ?? null,
      bank_account_id: foundId ?? null,
      comment: comment ?? '',
      state: 'OPEN',
      made_at: new Date(clock.nowMs()),
      decided_at: null,
      decided_by: null,
      reason: null,
    })
    .execute()
  const text = `${place.name} asks to ${wordsOf(kind, amount ?? null, account)}. Decide it under Books, Requests.`
  await recordNotification(trx, clock, {
    userId: account.ownerId,
    kind: 'REQUEST_MADE',
    key: `request ${id}`,
    title: 'Request of a member',
    text,
    link: '/account-mapping',
  })
  await raiseAlert(trx, clock, {
    userId: account.ownerId,
    key: waitingKey(id),
    kind: 'REQUEST_WAITING',
    severity: 'INFO',
    title: `Request of ${place.name}`,
    text,
    link: '/account-mapping',
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'request.make',
    objectType: 'fund-request',
    objectId: id,
    after: { accountId, memberId, kind, amountCents: amount?.toString() ?? null },
    requestId: caller.requestId,
    address: caller.address,
  })
  return id
}

/** Takes an own request back; a decided one stays decided. */
export async function withdrawMyRequest({ services, trx, session, caller }: MemberCall, id: string): Promise<void> {
  const { clock } = services
  const request = await trx
    .selectFrom('fund_request as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.state', 'a.owner_id'])
    .where('r.id', '=', id)
    // The user who is linked to the member now; one who is no longer linked reaches nothing.
    .where('m.user_id', '=', session.userId)
    .forUpdate('r')
    .executeTakeFirst()
  if (!request) throw new Refusal('notFound')
  if (request.state !== 'OPEN') throw new Refusal('requestDecided')
  await trx
    .updateTable('fund_request')
    .set({ state: 'WITHDRAWN', decided_at: new Date(clock.nowMs()), decided_by: session.userId })
    .where('id', '=', id)
    .execute()
  await resolveAlert(trx, clock, { userId: request.owner_id, key: waitingKey(id) })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'request.withdraw',
    objectType: 'fund-request',
    objectId: id,
    requestId: caller.requestId,
    address: caller.address,
  })
}

async function requirePlace(
  db: Services['db'] | Trx,
  userId: string,
  accountId: string,
  memberId: string,
): Promise<MyPlace> {
  const place = (await findMyPlaces(db, userId)).find(
    (one) => one.account_id === accountId && one.member_id === memberId,
  )
  if (!place) throw new Refusal('notFound')
  return place
}

interface Wish {
  readonly account: FundAccount
  readonly place: MyPlace
  readonly kind: BodyOf<'fund', 'makeRequest'>['kind']
  readonly amount: Cents | null
}

/** What the books would refuse anyway is said at once. */
async function requireAllowed(trx: Trx, { account, place, kind, amount }: Wish): Promise<void> {
  const { member_id: memberId, name } = place
  const open = await trx
    .selectFrom('fund_request')
    .select('id')
    .where('account_id', '=', account.id)
    .where('member_id', '=', memberId)
    .where('state', '=', 'OPEN')
    .execute()
  if (open.length >= mostOpen) throw new Refusal('requestsTooMany', { limit: mostOpen })
  if (kind === 'PAY_IN') {
    const member = await trx.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirstOrThrow()
    if (member.status === 'INACTIVATED') throw new Refusal('memberInactive', { name })
    return
  }
  const most = mostOf(replayFund(await readRecords(trx, account)), memberId)
  if (most < (amount ?? 1n))
    throw new Refusal('requestTooLarge', { maximum: formatMoney(most, { currency: account.currency }) })
}

/** The most that the member could take out at the last close. */
function mostOf(replay: FundReplay, memberId: string): Cents {
  return greatestRetribution(replay, replay.day, memberId)
}

async function requireOwnBank(trx: Trx, memberId: string, bankAccountId: string): Promise<void> {
  const found = await trx
    .selectFrom('bank_account')
    .select('id')
    .where('id', '=', bankAccountId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!found) throw new Refusal('notFound')
}

const wordsOf = (kind: Wish['kind'], amount: Cents | null, { currency }: FundAccount): string =>
  kind === 'TAKE_OUT_ALL'
    ? 'take out everything'
    : `${kind === 'PAY_IN' ? 'pay in' : 'take out'} ${formatMoney(amount ?? toCents(0n), { currency })}`
