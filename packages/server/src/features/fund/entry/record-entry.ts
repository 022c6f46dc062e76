// Records a contribution or retribution: the books are locked, the change is replayed in full, and it is appended only
// if it breaks no rule, in the transaction that also stores the request's answer.
import { Refusal, type NewEntry } from '@clubfolio/contract'
import { formatMoney, judgeChange, type Entry, toMarketDay } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { AfterCommit, Caller } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { approveRequest, requireApprovalDay } from '../request/approve-request.ts'
import { requireOpenDue, type PaidDue } from '../due/due-plan.ts'
import { lockFundMember } from '../member/store.ts'
import { recordEntryEvent } from '../book/entry-event.ts'
import type { Author, BooksCall } from '../book/change-books.ts'
import { lockFund, type FundAccount } from '../book/load-fund.ts'
import { orderFunding } from '../funding/order-funding.ts'
import { matchMovements } from '../book/match-movements.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { storeCharge } from '../book/store-charge.ts'
import { throwRefusal } from '../book/refuse.ts'

export interface RecordEntryOptions {
  readonly session: Author
  readonly caller: Caller
  readonly kind: Entry['kind']
  readonly fields: NewEntry
  readonly afterCommit: AfterCommit
}

export interface RecordedEntry {
  readonly id: string
  /** What an entry on the opening day was taken for, where the caller said nothing or what the opening rules out. */
  readonly assumedFunding?: NonNullable<NewEntry['funding']>
}

/** Returns the new entry. Refusals: see `createContribution` in the contract. */
export async function recordEntry(
  services: Services,
  trx: Trx,
  { session, caller, kind, fields, afterCommit }: RecordEntryOptions,
): Promise<RecordedEntry> {
  const { clock } = services
  const { accountId, memberId, foundId, description, moveMoney, due, requestId, ...dealt } = fields
  const fund = await lockFund(services, trx, { userId: session.userId, accountId, right: 'RECORD' })
  if (memberId === accountId) throw new Refusal('unallocatedReadOnly')
  const member = await lockFundMember(trx, { account: fund.account, userId: session.userId }, memberId)
  if (kind === 'contribution' && member.status === 'INACTIVATED')
    throw new Refusal('memberInactive', { name: member.name })
  if (moveMoney && fund.account.ownerId !== session.userId) throw new Refusal('moneyOfOwner')
  if (foundId) await requireBankAccount(trx, member.id, foundId)

  const { day: today } = await accountMarketTime(trx, clock, fund.account.marketSource)
  const entry = toEntry(newId(clock), kind, { memberId, ...dealt }, fund.records.opening)
  const judgement = judgeChange(fund.records, { kind: 'add-entry', entry, reason: description }, today)
  if (!judgement.isAllowed) return throwRefusal(trx, judgement.refusal, fund.account)

  if (due) await requireOpenDue({ services, trx }, fund, { entry, due })
  if (requestId) {
    requireApprovalDay(entry, today)
    await approveRequest(services, trx, { account: fund.account, entry, requestId, userId: session.userId })
  }
  for (const charge of judgement.charges) await storeCharge({ services, trx, session, accountId }, charge)

  const isBackDated = entry.day < today
  await insertEntries({ services, trx, session, accountId }, [entry], {
    description,
    isBackDated,
    bankAccountId: foundId,
    due,
    requestId,
  })
  if (moveMoney)
    await orderFunding(services, trx, { account: fund.account, entry, records: judgement.records, afterCommit })
  // Money that the broker reported earlier is matched immediately, so that it is never counted twice.
  await matchMovements(services, trx, fund.account, judgement.records)
  await tellMember(services, trx, session, { entry, account: fund.account, memberUserId: member.user_id })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: `${kind}.record`,
    objectType: 'entry',
    objectId: entry.id,
    after: {
      accountId,
      memberId: member.id,
      day: entry.day,
      amountCents: entry.amountCents.toString(),
      isActive: entry.isActive,
      isBackDated,
    },
    requestId: caller.requestId,
    address: caller.address,
  })
  const { funding } = entry
  return { id: entry.id, ...(funding && funding !== fields.funding ? { assumedFunding: funding } : {}) }
}

export interface EntryRowDetails {
  readonly description: string
  readonly isBackDated: boolean
  readonly bankAccountId?: string | null | undefined
  readonly due?: PaidDue | null | undefined
  readonly requestId?: string | null | undefined
}

/** More rows at once would have more parameters than a statement can carry. */
const rowsAtOnce = 1_000

/** Stores entries that were judged. */
export async function insertEntries(
  { services, trx, session, accountId }: Pick<BooksCall, 'services' | 'trx' | 'session' | 'accountId'>,
  entries: readonly Entry[],
  { description, isBackDated, bankAccountId, due, requestId }: EntryRowDetails,
): Promise<void> {
  const rows = entries.map((entry) => ({
    account_id: accountId,
    id: entry.id,
    member_id: entry.holderId,
    kind: entry.kind,
    day: entry.day,
    amount_cents: entry.amountCents,
    is_active: entry.isActive,
    funding: entry.funding ?? null,
    bank_account_id: bankAccountId ?? null,
    description,
    is_back_dated: isBackDated,
    distribution_id: entry.distributionId ?? null,
    due_plan_id: due?.planId ?? null,
    due_day: due?.day ?? null,
    request_id: requestId ?? null,
    recorded_at: new Date(services.clock.nowMs()),
    recorded_by: session.userId,
  }))
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await trx
      .insertInto('fund_entry')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
}

const fundingWords = {
  opening: 'as part of the opening value',
  'new-money': 'as new money, not as part of the opening value',
} as const

/** Returns what the caller is told: that it is recorded, and what was assumed. */
export function describeRecorded(kind: Entry['kind'], { assumedFunding }: RecordedEntry): string {
  const done = kind === 'contribution' ? 'Contribution recorded.' : 'Retribution recorded.'
  return assumedFunding === undefined
    ? done
    : `${done} It is dated on the opening day and counts ${fundingWords[assumedFunding]}.`
}

interface NewsOfEntry {
  readonly entry: Entry
  readonly account: Pick<FundAccount, 'id' | 'currency'>
  /** The member's user, where it is known already. */
  readonly memberUserId?: string | null
}

/**
 * Records the entry for webhooks, and notifies a member who may sign in; the owner knows what they have just done.
 */
export async function tellMember(
  services: Services,
  trx: Trx,
  session: Author,
  { entry, account, memberUserId }: NewsOfEntry,
): Promise<void> {
  await recordEntryEvent(services, trx, { type: 'entry.recorded', entry, account, isActive: entry.isActive })
  const userId = memberUserId === undefined ? await userOfMember(trx, entry.holderId) : memberUserId
  if (userId === null || userId === session.userId) return
  const words = entry.kind === 'contribution' ? 'contribution' : 'retribution'
  const size = formatMoney(entry.amountCents, { currency: account.currency })
  await recordNotification(trx, services.clock, {
    userId,
    kind: 'ENTRY_RECORDED',
    key: `entry ${entry.id}`,
    title: 'Entry recorded',
    text: `A ${words} of ${size} on ${entry.day} was recorded for you.`,
    link: `/my-funds?fund=${account.id}`,
  })
}

async function userOfMember(trx: Trx, memberId: string): Promise<string | null> {
  const member = await trx.selectFrom('member').select('user_id').where('id', '=', memberId).executeTakeFirstOrThrow()
  return member.user_id
}

/** What the books need of a new entry; the rest is stored with it. */
type DealtFields = Omit<NewEntry, 'accountId' | 'foundId' | 'description' | 'moveMoney' | 'due' | 'requestId'>

export function toEntry(
  id: string,
  kind: Entry['kind'],
  { memberId, date, amount, isActive, funding, ...rest }: DealtFields,
  opening: { day: string; valueCents: bigint },
): Entry {
  noFieldLeft(rest)
  const isOnOpeningDay = date === opening.day && kind === 'contribution'
  return {
    id,
    holderId: memberId,
    kind,
    day: toMarketDay(date),
    amountCents: amount,
    isActive: isActive ?? true,
    // Spec gap: a call that does not specify it brings new money; our form asks on the opening day.
    ...(isOnOpeningDay ? { funding: opening.valueCents > 0n ? (funding ?? 'new-money') : 'new-money' } : {}),
  }
}

async function requireBankAccount(trx: Trx, memberId: string, bankAccountId: string): Promise<void> {
  const found = await trx
    .selectFrom('bank_account')
    .select('id')
    .where('id', '=', bankAccountId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!found) throw new Refusal('notFound')
}
