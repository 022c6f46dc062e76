// What waits for a second person in a fund and what was decided, and what one of them would do now.
import { EntryPreview, type Approval, type ApprovalPreview, type FundApprovals } from '@clubfolio/contract'
import { z } from 'zod'
import { rawReadsWithin } from '../../../db/raw-reads.ts'
import type { Caller } from '../../../kernel/handler.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { requireFund } from '../book/load-fund.ts'
import { readSecondPerson } from '../book/second-person.ts'
import { inNameOfAuthor, lockApproval, openBody, type ApprovalAddress } from './decide-approval.ts'
import { wordsOfRefusal } from './may-wait.ts'
import { isOnePerson } from '../role/one-person.ts'
import { byItself, findDeciders } from '../role/tell-approval.ts'
import { useCasesThatMayWait } from './use-cases.ts'

const mostDecided = 100

export async function findApprovals(services: Services, session: Session, accountId: string): Promise<FundApprovals> {
  const { db, clock } = services
  await requireFund(services, session.userId, accountId)
  const decides = (await findDeciders(db, clock, accountId)).includes(session.userId)
  const query = db
    .selectFrom('fund_approval as p')
    .innerJoin('app_user as author', 'author.id', 'p.author_id')
    .leftJoin('app_user as decider', 'decider.id', 'p.decided_by')
    .selectAll('p')
    .select([
      'author.first_name as author_first',
      'author.last_name as author_last',
      'decider.first_name as decider_first',
      'decider.last_name as decider_last',
    ])
    .where('p.account_id', '=', accountId)
  const waiting = await query.where('p.state', '=', 'WAITING').orderBy('p.requested_at').orderBy('p.id').execute()
  const decided = await query
    .where('p.state', '<>', 'WAITING')
    .orderBy('p.decided_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(mostDecided)
    .execute()
  const others = new Map<string, boolean>()
  for (const { author_id: authorId } of waiting)
    if (decides && !others.has(authorId)) others.set(authorId, !(await isOnePerson(db, session.userId, authorId)))
  const isOver = (row: (typeof waiting)[number]) => row.expires_at.getTime() <= clock.nowMs()
  const toApproval = (row: (typeof waiting)[number]): Approval => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    details: row.details,
    preview: row.preview === null ? null : z.decode(EntryPreview, EntryPreviewWire.parse(row.preview)),
    author: row.is_by_itself ? byItself : `${row.author_first} ${row.author_last}`,
    requestedAt: row.requested_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: row.state === 'WAITING' && isOver(row) ? 'EXPIRED' : row.state,
    isOwn: row.author_id === session.userId,
    isByItself: row.is_by_itself,
    canDecide: row.state === 'WAITING' && !isOver(row) && (others.get(row.author_id) ?? false),
    decidedBy: row.decider_first === null ? null : `${row.decider_first} ${row.decider_last ?? ''}`,
    decidedAt: row.decided_at?.getTime() ?? null,
    reason: row.reason,
  })
  return {
    secondPersonFrom: await readSecondPerson(db, accountId),
    waiting: waiting.filter((row) => !isOver(row)).map(toApproval),
    decided: [...waiting.filter(isOver), ...decided].map(toApproval),
  }
}

/** The preview as it was stored: it is the wire form, which decoding checks. */
const EntryPreviewWire = z.custom<z.input<typeof EntryPreview>>((value) => typeof value === 'object' && value !== null)

class LookedAt extends Error {}

/** Runs it in the books as they are now and takes it back. */
export async function previewApproval(
  services: Services,
  { session, caller }: { readonly session: Session; readonly caller: Caller },
  address: ApprovalAddress,
): Promise<ApprovalPreview> {
  let found: ApprovalPreview = { preview: null, day: null, obstacle: null }
  try {
    await inTransaction(services.db, async (trx) => {
      const call = {
        services: { ...services, db: trx, raw: rawReadsWithin(trx) },
        trx,
        session,
        caller,
        afterCommit: () => undefined,
      }
      const waiting = await lockApproval(call, address, 'READ')
      found = await useCasesThatMayWait[waiting.kind]
        .preview(inNameOfAuthor(call, waiting), openBody(call, waiting))
        .then((previewed) => ({ ...previewed, obstacle: null }))
        .catch((error: unknown) => ({ preview: null, day: null, obstacle: wordsOfRefusal(error) }))
      throw new LookedAt()
    })
  } catch (error) {
    if (!(error instanceof LookedAt)) throw error
  }
  return found
}
