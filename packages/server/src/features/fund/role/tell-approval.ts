// Who can decide what waits, what they and the author are told, and the alert that stays with them as their task until
// it is decided.
import { maskNumber, newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { raiseAlert, resolveAlert } from '../../alert/write-alert.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { isInForce } from '../right/fund-right.ts'
import { isOnePerson } from './one-person.ts'

/** The page of a fund where what waits is listed. */
export const approvalLink = (accountId: string) => `/account-mapping?fund=${accountId}&part=approvals` as const

const alertKey = (accountId: string): string => `approvals ${accountId}`

/** Returns the active users who may decide in a fund: its owner and its approvers. */
export async function findDeciders(db: Db | Trx, clock: Clock, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u join account a on a.id = ${accountId}
    where u.status = 'ACTIVE' and (u.id = a.owner_id or exists (
      select from fund_role as held where held.account_id = a.id and held.user_id = u.id and held.role = 'APPROVER'
        and ${isInForce('held', newYorkDateAt(clock.nowMs()))}))
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NewsOfApproval {
  readonly id: string
  readonly accountId: string
  readonly authorId: string
  /** Clubfolio asks for it, on terms that the author has set. */
  readonly isByItself?: boolean
  readonly title: string
}

/** Who asks for what nobody asks for in person. */
export const byItself = 'Clubfolio'

/** Notifies everybody who may decide it, and raises the alert that they have something to decide. */
export async function tellDeciders(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { id, accountId, authorId, isByItself = false, title }: NewsOfApproval,
): Promise<void> {
  const author = isByItself ? byItself : await nameOf(trx, authorId)
  const fund = await fundName(trx, accountId)
  for (const userId of await findDeciders(trx, clock, accountId)) {
    if (await isOnePerson(trx, userId, authorId)) continue
    await recordNotification(trx, clock, {
      userId,
      kind: 'APPROVAL_WAITING',
      key: `approval ${id}`,
      title: 'Approval wanted',
      text: `${author} asks in the fund ${fund}: ${title}. It takes effect once you or somebody else approves it.`,
      link: approvalLink(accountId),
    })
  }
  await updateApprovalAlerts({ clock }, trx, accountId)
}

export interface ApprovalNews extends NewsOfApproval {
  readonly became: string
  /** The author did it themselves. */
  readonly isSilent?: boolean
}

/** Notifies the author of what became of their change. */
export async function tellAuthor(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { id, accountId, authorId, title, became, isSilent = false }: ApprovalNews,
): Promise<void> {
  if (!isSilent)
    await recordNotification(trx, clock, {
      userId: authorId,
      kind: 'APPROVAL_DECIDED',
      key: `approval ${id} decided`,
      title: 'Approval decided',
      text: `${title}: ${became}`,
      link: approvalLink(accountId),
    })
  await updateApprovalAlerts({ clock }, trx, accountId)
}

/** Keeps the alerts of a fund as what waits and the people who may decide it are now. */
export async function updateApprovalAlerts(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  accountId: string,
): Promise<void> {
  const waiting = await trx
    .selectFrom('fund_approval')
    .select('author_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'WAITING')
    .where('expires_at', '>', new Date(clock.nowMs()))
    .execute()
  // What waits can be a charge: the owner's task of the fees says so.
  await trx.deleteFrom('fund_fee_look').where('account_id', '=', accountId).execute()
  const deciders = await findDeciders(trx, clock, accountId)
  const alerted = await trx
    .selectFrom('alert')
    .select('user_id')
    .where('key', '=', alertKey(accountId))
    .where('resolved_at', 'is', null)
    .execute()
  const fund = await fundName(trx, accountId)
  for (const userId of new Set([...deciders, ...alerted.map(({ user_id }) => user_id)])) {
    const theirs: string[] = []
    if (deciders.includes(userId))
      for (const { author_id: authorId } of waiting)
        if (!(await isOnePerson(trx, userId, authorId))) theirs.push(authorId)
    if (theirs.length === 0) await resolveAlert(trx, clock, { userId, key: alertKey(accountId) })
    else
      await raiseAlert(trx, clock, {
        userId,
        key: alertKey(accountId),
        kind: 'APPROVAL_WAITING',
        severity: 'INFO',
        title: `The fund ${fund} waits for you`,
        text: `${theirs.length === 1 ? 'One change waits' : `${theirs.length} changes wait`} for your approval.`,
        link: approvalLink(accountId),
      })
  }
}

/**
 * Lets what people were told about the approvals of a fund follow it to another account, where `forgetApprovals` and
 * the next decision find it. What waits is raised again under the new account.
 */
export async function moveApprovalAlerts(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const people = await findPeople(trx, to)
  // Only a resolved alert can take a key that may be that of an open one.
  for (const userId of people) await resolveAlert(trx, clock, { userId, key: alertKey(from) })
  await trx
    .updateTable('alert')
    .set({ key: alertKey(to), link: approvalLink(to) })
    .where('user_id', 'in', people)
    .where('key', '=', alertKey(from))
    .execute()
  await trx
    .updateTable('notification')
    .set({ link: approvalLink(to) })
    .where('user_id', 'in', people)
    .where('link', '=', approvalLink(from))
    .execute()
  await updateApprovalAlerts({ clock }, trx, to)
}

/** Returns everybody who owns the fund, or has or had a role in it. */
async function findPeople(trx: Trx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from account where id = ${accountId}
    union select user_id from fund_role where account_id = ${accountId} and user_id is not null
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Removes what a person was told about the approvals of a fund, when their role in it is over. */
export async function forgetApprovals(trx: Trx, userId: string, accountId: string): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['APPROVAL_WAITING', 'APPROVAL_DECIDED'])
    .where('link', '=', approvalLink(accountId))
    .execute()
  await trx.deleteFrom('alert').where('user_id', '=', userId).where('key', '=', alertKey(accountId)).execute()
}

async function nameOf(trx: Trx, userId: string): Promise<string> {
  const user = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`
}

/** "Riverside Club", or the masked number of the account. */
export async function fundName(db: Db | Trx, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('fund as f', 'f.account_id', 'a.id')
    .select(['a.number', 'f.club_name'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.club_name ?? maskNumber(row.number)
}
