// Warns owners before the access to an account lapses: an alert is open from two days before the end until the access
// is renewed or the account is disabled, and the owner is notified once before the end and once after it. Source:
// docs/rules/brokerage.md, "Access expiry"; docs/rules/trading.md, "Static reports".
import { maskNumber, newYorkTimeText, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { recordEvent } from '../webhook/record-event.ts'
import { maskedAccount } from '../account/account-name.ts'

const warnBeforeMs = 2 * 24 * 60 * 60_000

interface AccessRow {
  id: string
  owner_id: string
  number: string
  is_paper: boolean
  ends_at: Date
}

/** Checks every account once and returns how many alerts are new. Repeating it changes nothing. */
export async function reportAccess(services: Services): Promise<number> {
  const { db, clock } = services
  const nowMs = clock.nowMs()
  const { rows: ending } = await sql<AccessRow>`
    select a.id, a.owner_id, a.number, a.is_paper, least(l.refresh_expires_at, l.lapsed_at) as ends_at
    from account a join broker_login l on l.id = a.broker_login_id
    where a.is_active and least(l.refresh_expires_at, l.lapsed_at) <= ${new Date(nowMs + warnBeforeMs)}
    order by a.id
  `.execute(db)
  const raised = await runRows(services, 'report-access', ending, {
    describe: ({ id, owner_id: ownerId, number }) => ({
      id: keyOf(id),
      ownerId,
      name: `Access to account ${maskNumber(number)}`,
    }),
    work: raise,
  })
  await resolveOthers(new Set(ending.map(({ id }) => keyOf(id))))
  return raised.filter(Boolean).length

  async function raise({ id, owner_id: userId, number, is_paper: isPaper, ends_at }: AccessRow): Promise<boolean> {
    const account = `account ${maskedAccount({ number, is_paper: isPaper })}`
    const isOver = ends_at.getTime() <= nowMs
    const title = isOver ? `The access to ${account} has lapsed` : `The access to ${account} ends soon`
    const end = newYorkTimeText(toEpochMs(ends_at.getTime()), { hasSeconds: false })
    const text = isOver
      ? `Its values are frozen and it cannot be traded since ${end}. Renew it at the brokerage.`
      : `It ends at ${end}. Renew it before then, so that nothing stops.`
    return inTransaction(db, async (trx) => {
      const isNew = await raiseAlert(trx, clock, {
        userId,
        key: keyOf(id),
        kind: 'ACCESS_LAPSING',
        severity: isOver ? 'CRITICAL' : 'WARNING',
        title,
        text,
        link: '/account/activate',
      })
      await recordNotification(trx, clock, {
        userId,
        kind: 'ACCESS_LAPSING',
        key: `${keyOf(id)} ${isOver ? 'lapsed' : 'ends'} ${ends_at.toISOString()}`,
        title,
        text,
        link: '/account/activate',
      })
      await recordEvent(trx, clock, {
        type: isOver ? 'access.lapsed' : 'access.ending',
        key: `${keyOf(id)} ${isOver ? 'lapsed' : 'ends'} ${ends_at.toISOString()}`,
        accountId: id,
        data: {
          accountId: id,
          endsAt: ends_at.toISOString(),
          read: { method: 'GET', path: `/v1/api/account/view-my-account/${userId}` },
        },
      })
      return isNew
    })
  }

  async function resolveOthers(lasting: ReadonlySet<string>): Promise<void> {
    const standing = await db
      .selectFrom('alert')
      .select(['user_id', 'key'])
      .where('kind', '=', 'ACCESS_LAPSING')
      .where('resolved_at', 'is', null)
      .execute()
    await runRows(
      services,
      'report-access',
      standing.filter(({ key }) => !lasting.has(key)),
      {
        describe: ({ user_id: ownerId, key }) => ({ id: key, ownerId, name: 'An alert of access that lapses' }),
        work: ({ user_id: userId, key }) => resolveAlert(db, clock, { userId, key }),
      },
    )
  }
}

const keyOf = (accountId: string): string => `access ${accountId}`
