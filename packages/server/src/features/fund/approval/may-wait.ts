// A use case that may have to wait for a second person: it runs at once, or is tried out, taken back and recorded as
// waiting; once somebody else approves it, the same use case runs in the transaction of the approval, in the name of
// its author (docs/decisions/0080-a-second-person.md). A use case opts in by being declared with `mayWait`.
import { EntryPreview, Refusal, type Approval, type ApprovalKind } from '@clubfolio/contract'
import { newYorkDateAt, toEpochMs, dayMs, type Cents, type MarketDay } from '@clubfolio/domain'
import { z } from 'zod'
import { writeAudit } from '../../../kernel/audit.ts'
import type { AfterCommit, Caller } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import { parseInput } from '../../../kernel/input.ts'
import { sealedFor } from '../../../kernel/sealed-column.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import type { Author } from '../book/change-books.ts'
import { lockAccount, lockFund, type Fund } from '../book/load-fund.ts'
import { lockLimit } from '../book/second-person.ts'
import { tellDeciders } from '../role/tell-approval.ts'
import { tryOut } from './try-out.ts'

/** What waits expires after this many days. */
export const waitingDays = 14

/** A call that changes a fund, as handlers make it and as an approval repeats it in the name of the author. */
export interface FundCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Author
  readonly caller: Caller
  readonly afterCommit: AfterCommit
  /** Clubfolio asks for it by itself, on terms that the author has set. */
  readonly isByItself?: boolean
}

/** A call with its content and the fund, locked. */
export interface Asked<Body> {
  readonly call: FundCall
  readonly fund: Fund
  readonly body: Body
}

export interface Described {
  /** In a line: "Contribution of $500.00 by Ann Keller". */
  readonly title: string
  readonly details: Approval['details']
}

export interface UseCaseThatMayWait<Body, Reply extends { readonly message: string }> {
  readonly kind: ApprovalKind
  /** What the author needs, when they ask and when it is approved. */
  readonly right: 'RECORD' | 'OWN'
  /** The body of its call, in whose wire form it waits. */
  readonly schema: z.ZodType<Body>
  /** The fund that it changes; undefined where no fund could ask for a second person. */
  readonly fundOf: (call: FundCall, body: Body) => Promise<string | undefined> | string
  /** Absent: it always waits where the fund asks for a second person. */
  readonly waits?: (asked: Asked<Body>, fromCents: Cents) => Promise<boolean>
  readonly describe: (asked: Asked<Body>) => Promise<Described>
  /** What waited is dated by its approval; absent for what has no day, or whose day is its content. */
  readonly onDay?: (asked: Asked<Body>, day: MarketDay) => Promise<Dated<Body>>
  /** It changes no figure of the fund, so there is no preview. */
  readonly isOutsideBooks?: true
  readonly run: (call: FundCall, body: Body) => Promise<Reply>
  /** The answer of a call that waits; `id` is that of what waits. */
  readonly replyOfWaiting: (waiting: { readonly id: string; readonly message: string }, body: Body) => Reply
}

export interface Dated<Body> {
  readonly body: Body
  readonly day: string
}

/** A use case whose body was stored, so that its type is known to itself alone. */
export interface StoredUseCase {
  readonly kind: ApprovalKind
  readonly right: 'RECORD' | 'OWN'
  /** Runs it in the name of `call`, dated by today; returns what its call would have answered. */
  readonly rerun: (call: FundCall, stored: StoredBody) => Promise<string>
  /** Returns what it would do now. Throws the refusal of a change that does not fit the books. */
  readonly preview: (call: FundCall, stored: StoredBody) => Promise<Previewed>
}

export interface StoredBody {
  /** The account that the fund is in now. */
  readonly accountId: string
  /** The body in wire form, as JSON. */
  readonly wire: string
}

export interface Previewed {
  readonly preview: EntryPreview | null
  readonly day: string | null
}

export interface MayWait<Body, Reply> extends StoredUseCase {
  /** Runs it, or records that it waits: `await recordExpenseOrWait.call(call, body)`. */
  readonly call: (call: FundCall, body: Body) => Promise<Reply & { waitingId?: string }>
}

/** Declares a use case that may have to wait; see docs/architecture.md, "The second person". */
export function mayWait<Body, Reply extends { readonly message: string }>(
  useCase: UseCaseThatMayWait<Body, Reply>,
): MayWait<Body, Reply> {
  const { kind, right } = useCase
  const open = async (call: FundCall, accountId: string, body: Body): Promise<Asked<Body>> => ({
    call,
    body,
    fund: await lockFund(call.services, call.trx, { userId: call.session.userId, accountId, right }),
  })
  const today = async ({ call: { services, trx }, fund }: Asked<Body>): Promise<MarketDay> =>
    (await accountMarketTime(trx, services.clock, fund.account.marketSource)).day
  const dated = async (asked: Asked<Body>): Promise<{ readonly body: Body; readonly day: string | null }> =>
    useCase.onDay ? useCase.onDay(asked, await today(asked)) : { body: asked.body, day: null }
  const decode = (stored: StoredBody): Body => parseInput(useCase.schema, JSON.parse(wireOfPresentAccount(stored)))
  const previewOf = async (asked: Asked<Body>): Promise<Previewed> => {
    const { body, day } = await dated(asked)
    const { call, fund } = asked
    const preview = await tryOut(call, fund, (trial) => useCase.run(trial, body))
    return { preview: useCase.isOutsideBooks ? null : preview, day }
  }

  return {
    kind,
    right,
    call: async (call, body) => {
      const accountId = await useCase.fundOf(call, body)
      if (accountId === undefined) return useCase.run(call, body)
      await lockAccount(call.services, call.trx, { userId: call.session.userId, accountId, right })
      const fromCents = await lockLimit(call.trx, accountId)
      if (fromCents === null) return useCase.run(call, body)
      const asked = await open(call, accountId, body)
      if (useCase.waits && !(await useCase.waits(asked, fromCents))) return useCase.run(call, body)
      // Refused here as it would be without a second person, so that nothing waits that cannot be done.
      const { preview } = await previewOf(asked)
      const wire = JSON.stringify(z.encode(useCase.schema, body))
      const waiting = await record(asked, { kind, wire, preview, ...(await useCase.describe(asked)) })
      return { ...useCase.replyOfWaiting(waiting, body), waitingId: waiting.id }
    },
    rerun: async (call, stored) => {
      const asked = await open(call, stored.accountId, decode(stored))
      const { body } = await dated(asked)
      return (await useCase.run(call, body)).message
    },
    preview: async (call, stored) => previewOf(await open(call, stored.accountId, decode(stored))),
  }
}

const BodyOfAccount = z.object({ accountId: z.string().optional() })

/**
 * Returns the body for the account that the fund is in now: the fund may have moved since, and what waits moves with
 * it. The id of the account is replaced wherever it occurs, because it means Unallocated too.
 */
function wireOfPresentAccount({ accountId, wire }: StoredBody): string {
  const { accountId: asked = accountId } = BodyOfAccount.parse(JSON.parse(wire))
  return wire.replaceAll(asked, accountId)
}

interface NewApproval extends Described {
  readonly kind: ApprovalKind
  readonly wire: string
  readonly preview: EntryPreview | null
}

async function record<Body>(
  { call: { services, trx, session, caller, isByItself = false }, fund }: Asked<Body>,
  { kind, wire, preview, title, details }: NewApproval,
): Promise<{ readonly id: string; readonly message: string }> {
  const { clock, secrets } = services
  const id = newId(clock)
  const nowMs = clock.nowMs()
  const expiresMs = nowMs + waitingDays * dayMs
  await trx
    .insertInto('fund_approval')
    .values({
      id,
      account_id: fund.account.id,
      kind,
      body_sealed: secrets.seal(wire, sealedFor('fund_approval', id, 'body')),
      title: title.slice(0, 300),
      details: JSON.stringify(details),
      preview: preview === null ? null : JSON.stringify(z.encode(EntryPreview, preview)),
      author_id: session.userId,
      is_by_itself: isByItself,
      requested_at: new Date(nowMs),
      expires_at: new Date(expiresMs),
      decided_by: null,
      decided_at: null,
      reason: null,
    })
    .execute()
  await tellDeciders(services, trx, {
    id,
    accountId: fund.account.id,
    authorId: session.userId,
    isByItself,
    title,
  })
  await writeAudit(trx, clock, {
    actorId: isByItself ? null : session.userId,
    action: 'approval.request',
    objectType: 'fund',
    objectId: fund.account.id,
    after: { approvalId: id, kind, title },
    requestId: caller.requestId,
    address: caller.address,
  })
  return {
    id,
    message: `It waits for a second person, until ${newYorkDateAt(toEpochMs(expiresMs))} at the latest.`,
  }
}

/** Returns the words of a refusal that a stored change meets; rethrows everything else. */
export function wordsOfRefusal(error: unknown): string {
  if (error instanceof Refusal && error.refusal !== 'busy') return error.message
  throw error
}

/** Why something is asked for, as a detail of what waits. */
export const whyOf = (reason: string | null | undefined): { label: string; value: string }[] =>
  reason ? [{ label: 'Why', value: reason }] : []
