// A fund whose members can all vote: each has a user with an open session and a share of the opening.
import { toCents } from '@clubfolio/domain'
import type { Client } from '@clubfolio/contract'
import { createUser } from '../features/user/create-user.ts'
import { newId } from '../kernel/id.ts'
import { openSession } from '../kernel/session.ts'
import { inTransaction } from '../kernel/transaction.ts'
import { closeSession, linkAccount, type LinkedAccount } from './factories.ts'
import type { TestApp, TestUser } from './test-app.ts'

export interface ClubMember {
  readonly memberId: string
  readonly userId: string
  readonly email: string
  readonly client: Client
}

export interface VotingClub {
  readonly manager: TestUser
  readonly account: LinkedAccount
  readonly members: readonly ClubMember[]
}

/**
 * Opens a fund on 2026-02-23 in which the first member holds 10.00, the second 20.00, and so on. The value does not
 * change until the close of 2026-03-03.
 */
export async function makeVotingClub(app: TestApp, count: number): Promise<VotingClub> {
  const manager = await app.signUp(['MANAGERS'], 'Maria')
  const shares = Array.from({ length: count }, (_one, index) => toCents(BigInt(index + 1) * 1_000n))
  const value = shares.reduce((sum, share) => sum + share, 0n)
  const account = await linkAccount(app, manager, '2026-02-23', `${value / 100n}.00`)
  const members: ClubMember[] = []
  for (const index of shares.keys()) members.push(await makeClubMember(app, manager, index))
  await manager.client.fund.changeOpening({
    body: {
      accountId: account.id,
      day: '2026-02-23',
      shares: members.map(({ memberId }, index) => ({ memberId, share: shares[index]!, paidIn: shares[index]! })),
    },
  })
  for (const day of ['2026-02-24', '2026-03-03']) await closeSession(app, account, day, `${value / 100n}.00`)
  return { manager, account, members }
}

let people = 0

/** Creates a member of the manager with a user who is signed in, and nothing in any books. */
export async function makeClubMember(app: TestApp, manager: TestUser, index: number): Promise<ClubMember> {
  const { db, clock } = app.services
  people++
  const email = `voter${people}@example.test`
  const names = { first_name: `Voter${index}`, last_name: `Club${people}` }
  const made = await inTransaction(db, async (trx) => {
    const userId = await createUser(trx, clock, {
      firstName: names.first_name,
      lastName: names.last_name,
      email,
      phoneNumber: `+1646555${String(1000 + people)}`,
      passwordHash: 'none',
      groups: ['INVESTORS'],
    })
    const memberId = newId(clock)
    const now = new Date(clock.nowMs())
    await trx
      .insertInto('member')
      .values({
        id: memberId,
        owner_id: manager.user.id,
        ...names,
        email,
        phone: '2125550100',
        user_id: userId,
        status: 'ACTIVATED',
        created_at: now,
        updated_at: now,
      })
      .execute()
    return { memberId, userId, email }
  })
  return signInMember(app, made)
}

/** Returns the member with a session of now: one ends half an hour after its last call. */
export async function signInMember(app: TestApp, member: Omit<ClubMember, 'client'>): Promise<ClubMember> {
  const { userId } = member
  const token = await inTransaction(app.services.db, (trx) =>
    openSession(trx, app.clock, { userId, address: '127.0.0.1', userAgent: 'club' }),
  )
  return { ...member, client: app.client(token) }
}
