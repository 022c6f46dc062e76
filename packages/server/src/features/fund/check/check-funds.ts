// The nightly check of all funds' books: once per New York date and fund, with the result stored for the screen. Any
// number of workers may run it; a fund that cannot be checked counts as a finding and does not block the others.
import type { FundCheck } from '@clubfolio/contract'
import { maskNumber, newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { findFundAccount } from '../book/load-fund.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { readRecords } from '../book/read-records.ts'
import { mayInFund, personAt, type FundPerson } from '../right/fund-right.ts'
import { checkCloseLines } from '../../close-line/check-close-lines.ts'
import { checkInvariants } from './check-invariants.ts'

/** The others wait for the next turn, so that transfers and votes do not wait for all of them. */
const atATime = 200

/** Checks funds not yet checked on this New York date and returns their number. */
export async function checkFunds(services: Services): Promise<number> {
  const { db, clock, log } = services
  const day = newYorkDateAt(clock.nowMs())
  const due = await db
    .selectFrom('fund as f')
    .leftJoin('fund_check as c', 'c.account_id', 'f.account_id')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select(['f.account_id', 'a.owner_id', 'a.number'])
    .where((eb) => eb.or([eb('c.day', 'is', null), eb('c.day', '<', day)]))
    .where((eb) => eb.not(isBackingOff('check-fund', sql`f.account_id::text`, clock)))
    .orderBy('f.account_id')
    .limit(atATime)
    .execute()
  const checked = await runRows(services, 'check-fund', due, {
    describe: ({ account_id: id, owner_id: ownerId, number }) => ({
      id,
      ownerId,
      name: `Fund on account ${maskNumber(number)}`,
    }),
    work: checkOne,
  })
  return checked.length

  async function checkOne({ account_id: accountId }: { readonly account_id: string }): Promise<void> {
    const findings = await findingsOf({ db, log }, accountId)
    const result = { day, checked_at: new Date(clock.nowMs()), is_held: findings.length === 0, findings }
    if (findings.length > 0) log.error({ accountId, findings }, 'the books of a fund break a rule')
    await db
      .insertInto('fund_check')
      .values({ account_id: accountId, ...result })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(result))
      .execute()
  }
}

async function findingsOf({ db, log }: Pick<Services, 'db' | 'log'>, accountId: string): Promise<string[]> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const records = await readRecords(trx, await findFundAccount(trx, accountId))
        const lines = await checkCloseLines(trx, { accountId, after: records.closedUntil ?? null })
        return [...checkInvariants(records), ...lines]
      })
  } catch (error) {
    log.error({ err: error, accountId }, 'the books of a fund could not be checked')
    return ['The books could not be read and replayed.']
  }
}

export const findOwnChecks = ({ db, clock }: Services, session: Session): Promise<FundCheck[]> =>
  findChecks(db, personAt(clock, session.userId))
export const findAllChecks = ({ db }: Services): Promise<FundCheck[]> => findChecks(db, undefined)

async function findChecks(db: Services['db'], reader: FundPerson | undefined): Promise<FundCheck[]> {
  const rows = await db
    .selectFrom('fund_check as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.account_id', 'a.number', 'c.day', 'c.checked_at', 'c.is_held', 'c.findings'])
    .$if(reader !== undefined, (query) => query.where(mayInFund('READ', reader!, 'a')))
    .orderBy('c.is_held')
    .orderBy('a.number')
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    accountNumber: maskNumber(row.number),
    day: row.day,
    checkedAt: row.checked_at.getTime(),
    isHeld: row.is_held,
    findings: row.findings,
  }))
}
