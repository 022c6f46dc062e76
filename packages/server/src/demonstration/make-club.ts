// The demonstration's club: the manager's account at the paper brokerage is linked through its own consent page, read,
// and shared by five members whose entries are the account's own deposits and withdrawals. Everything goes through the
// same use cases as a user's actions.
import { type Cents, toCents } from '@clubfolio/domain'
import { paperBrokerName } from '../adapters/broker/broker-settings.ts'
import { linkAccounts } from '../features/account/link-accounts.ts'
import { startLinkAttempt } from '../features/account/link-attempt.ts'
import { syncAccount } from '../features/account-reading/sync-account.ts'
import { findBooks } from '../features/fund/book/find-books.ts'
import { createBankAccount } from '../features/fund/member/bank-account.ts'
import { createMember } from '../features/fund/member/save-member.ts'
import { recordEntry } from '../features/fund/entry/record-entry.ts'
import { endSessions, type Session } from '../kernel/session.ts'
import { inTransaction, type Trx } from '../kernel/transaction.ts'
import type { Services } from '../services.ts'
import { allowAccess, type BrokerLogin } from './allow-access.ts'
import { callerOf, hasDone, openOwnSession, requestId } from './acting-user.ts'
import { clubMembers, depositors, leavers, type PlannedMember } from './club-plan.ts'
import { demonstrationManager } from './seed-demonstration.ts'

/** Creates the missing parts of the club; nothing if someone has already used the manager's accounts and members. */
export async function makeClub(services: Services, login: BrokerLogin): Promise<'MADE' | 'THERE' | 'SKIPPED'> {
  const { db, clock } = services
  const manager = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', demonstrationManager)
    .executeTakeFirst()
  if (!manager) return 'SKIPPED'
  const isLinked = await hasDone(services, manager.id, 'account.link', requestId)
  if (
    isLinked
      ? await hasDone(services, manager.id, 'member.create')
      : await hasDone(services, manager.id, 'account.link')
  )
    return isLinked ? 'THERE' : 'SKIPPED'
  const session = await openOwnSession(services, manager.id)
  try {
    if (!isLinked) await linkAccount(services, session, login)
    const account = await db
      .selectFrom('account')
      .select(['id', 'number'])
      .where('owner_id', '=', manager.id)
      .where('is_default', '=', true)
      .executeTakeFirst()
    if (!account) return 'SKIPPED'
    const outcome = await syncAccount(services, account.id)
    if (outcome instanceof Error) throw outcome
    await fillClub(services, session, account.id)
    return 'MADE'
  } finally {
    await endSessions(db, clock, { sessionId: session.id })
  }
}

async function linkAccount(services: Services, session: Session, login: BrokerLogin): Promise<void> {
  const broker = services.brokers.toLink(paperBrokerName)
  const attempt = await startLinkAttempt(services.db, services.clock, {
    broker,
    session,
    accountId: null,
  })
  const { code, state } = await allowAccess(attempt.authoriseUrl, login)
  await linkAccounts(services, session, { proof: { code }, state, isActive: true }, callerOf(services))
}

interface RecordOptions {
  readonly amount: Cents
  readonly day: string
  readonly more: { description: string; funding?: 'opening' }
}

/** Members, bank accounts and entries in one transaction: the club exists completely or not at all. */
async function fillClub(services: Services, session: Session, accountId: string): Promise<void> {
  const { opening, unmatchedMovements } = await findBooks(services, session, accountId)
  const movements = unmatchedMovements
    .filter(({ day }) => day > opening.day)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  await inTransaction(services.db, async (trx) => {
    const people: { readonly id: string; readonly bankId: string }[] = []
    for (const planned of clubMembers) people.push(await addMember(services, trx, session, planned))
    const record = async (
      kind: 'contribution' | 'retribution',
      place: number,
      { amount, day, more }: RecordOptions,
    ): Promise<void> => {
      const who = people[place]!
      await recordEntry(services, trx, {
        session,
        caller: callerOf(services),
        kind,
        fields: { accountId, memberId: who.id, foundId: who.bankId, amount, date: day, ...more },
        afterCommit: () => undefined,
      })
    }
    for (const [place, { openingCents }] of clubMembers.entries()) {
      if (openingCents !== undefined)
        await record('contribution', place, {
          amount: openingCents,
          day: opening.day,
          more: { description: 'Share of the opening value', funding: 'opening' },
        })
    }
    const [deposits, withdrawals] = [
      movements.filter(({ amount }) => amount > 0n),
      movements.filter(({ amount }) => amount < 0n),
    ]
    for (const movement of movements) {
      const { day, amount } = movement
      const isIn = amount > 0n
      const [all, whose] = isIn ? [deposits, depositors] : [withdrawals, leavers]
      const place = whose[all.indexOf(movement) % whose.length]!
      await record(isIn ? 'contribution' : 'retribution', place, {
        amount: toCents(isIn ? amount : -amount),
        day,
        more: { description: isIn ? 'By bank transfer' : 'Paid out in part' },
      })
    }
  })
}

async function addMember(
  services: Services,
  trx: Trx,
  session: Session,
  { bank, signsInAs, openingCents: _opening, ...fields }: PlannedMember,
): Promise<{ id: string; bankId: string }> {
  const user =
    signsInAs === undefined
      ? undefined
      : await trx.selectFrom('app_user').select('id').where('email', '=', signsInAs).executeTakeFirst()
  const id = await createMember(services, trx, session, { ...fields, userId: user?.id ?? null })
  const { id: bankId } = await createBankAccount(services, trx, session, { memberId: id, ...bank })
  return { id, bankId }
}
