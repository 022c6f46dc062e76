// A manager with accounts at the paper brokerage and members, in real time, for campaigns over several processes.
import { createClient, type Client } from '@clubfolio/contract'
import { newYorkDateAt, parseCents, toEpochMs } from '@clubfolio/domain'
import { linkNewLogin } from '../../e2e/support/link-account.ts'
import { connect } from '../../packages/server/src/db/connect.ts'
import { findFundAccount } from '../../packages/server/src/features/fund/book/load-fund.ts'
import { readRecords } from '../../packages/server/src/features/fund/book/read-records.ts'
import { checkInvariants } from '../../packages/server/src/features/fund/check/check-invariants.ts'
import { signInByCalls } from './club.ts'

export interface LiveClub {
  readonly token: string
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly memberId: string
  clientAt(origin: string): Client
}

export const clientOf = (origin: string, token: string): Client =>
  createClient({ baseUrl: origin, getToken: () => token })

/** The codes are read at `origin`, so that must be a process itself, not a proxy. */
export async function makeLiveClub(origin: string, loginName: string): Promise<LiveClub> {
  const owner = await signInByCalls({ origin }, 'manager@clubfolio.example')
  await linkNewLogin(owner, loginName)
  const [account] = await owner.client.account.viewMyAccount({ params: { userId: owner.id } })
  const { id: memberId } = await owner.client.member.create({
    body: { firstName: 'Ada', lastName: 'Berg', phone: '2125550141' },
  })
  return {
    token: owner.token,
    userId: owner.id,
    accountId: account!.id,
    accountNumber: account!.number,
    memberId,
    clientAt: (at) => clientOf(at, owner.token),
  }
}

/** What `createContribution` takes for one dollar amount; the description identifies it. */
export const contributionOf = (club: LiveClub, amount: string, description: string) => ({
  accountId: club.accountId,
  memberId: club.memberId,
  amount: parseCents(amount)!,
  date: newYorkDateAt(toEpochMs(Date.now())),
  description,
  moveMoney: false,
})

/** The nightly check of a fund's books, now: returns the violations. */
export async function findViolations(databaseUrl: string, accountId: string): Promise<string[]> {
  const { db, close } = connect(databaseUrl, () => undefined, 2)
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => checkInvariants(await readRecords(trx, await findFundAccount(trx, accountId))))
  } finally {
    await close()
  }
}
