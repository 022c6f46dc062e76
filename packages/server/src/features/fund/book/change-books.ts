// One change of a fund's books by its owner: the fund is locked, the change is judged against everything known, stored
// and written to the audit log in one transaction. Matches that become unambiguous by it are made in the same step.
import { Refusal } from '@clubfolio/contract'
import { judgeChange, type FundChange, type FundRefusal, type MarketDay, toMarketDay } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/handler.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import type { FundRight } from '../right/fund-right.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { storeCharge } from './store-charge.ts'
import { lockFund, type Fund } from './load-fund.ts'
import { matchMovements } from './match-movements.ts'
import { throwRefusal } from './refuse.ts'

/** The author of a change: the session's user, or the author of a change that waited and was approved. */
export interface Author {
  readonly userId: string
}

/** The books to change, the author, the caller and the transaction. */
export interface BooksCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Author
  readonly caller: Caller
  readonly accountId: string
  /** The fund makes the change by itself, as its owner has set it: no person is its author. */
  readonly isByItself?: boolean
}

export interface BooksAudit {
  readonly action: string
  readonly objectId?: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Locks the fund for a change that needs the right; settings need the owner. */
export const lockBooks = ({ services, trx, session, accountId }: BooksCall, right: FundRight = 'OWN'): Promise<Fund> =>
  lockFund(services, trx, { userId: session.userId, accountId, right })

/** Returns the columns that record the author and time of a record. */
export const recorded = ({ services, session }: BooksCall) => ({
  recorded_at: new Date(services.clock.nowMs()),
  recorded_by: session.userId,
})

/**
 * Judges the changes one after the other. Returns the fund after all of them, or throws the refusal of the first that
 * is not allowed.
 */
export async function judgeBooks(
  { services, trx, session, accountId }: BooksCall,
  fund: Fund,
  ...changes: readonly FundChange[]
): Promise<Fund> {
  const { day } = await accountMarketTime(trx, services.clock, fund.account.marketSource)
  let { records } = fund
  for (const change of changes) {
    const judgement = judgeChange(records, change, day)
    if (!judgement.isAllowed) return refuseChange(trx, fund, change, judgement.refusal)
    // The holder's lines of periods without a charge come first (docs/rules/fund-fees.md, "Nothing by itself").
    for (const charge of judgement.charges) await storeCharge({ services, trx, session, accountId }, charge)
    ;({ records } = judgement)
  }
  return { ...fund, records }
}

/** Throws the refusal of a change other than an entry, in the words of its form. */
export function refuseChange(
  db: Db | Trx,
  { account }: Fund,
  change: FundChange,
  refusal: FundRefusal,
): Promise<never> {
  if (refusal.name === 'holder-not-allowed') throw new Refusal('sameHolder')
  if (refusal.name === 'before-opening' && change.kind !== 'change-opening')
    throw new Refusal('costBeforeOpening', { day: refusal.openingDay })
  return throwRefusal(db, refusal, account)
}

/** Completes a stored change: makes the unambiguous matches and writes the audit log entry. */
export async function finishChange(
  { services, trx, session, caller, accountId, isByItself = false }: BooksCall,
  fund: Fund,
  audit: BooksAudit,
): Promise<void> {
  await matchMovements(services, trx, fund.account, fund.records)
  await writeAudit(trx, services.clock, {
    actorId: isByItself ? null : session.userId,
    objectType: 'fund',
    ...audit,
    objectId: audit.objectId ?? accountId,
    requestId: caller.requestId,
    address: caller.address,
  })
}

export const toDay = (text: string): MarketDay => toMarketDay(text)
