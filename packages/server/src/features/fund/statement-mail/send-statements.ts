// Mails the statements that were ordered; one of a whole closed year has the member's allocation beside it. The PDFs
// are made once and stored before the first try, so every try sends the same files under the same reference. A row is
// claimed for a limited time, so that several workers, or one that dies, send it once as far as a mail server allows.
import { createHash } from 'node:crypto'
import { statementTitle, Refusal, type StatementSpan } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { sql, type NotNull } from 'kysely'
import { MessageFailure } from '../../../adapters/message/message-failure.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { createLease } from '../../../kernel/lease.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { claimMail, mostMailAttempts, nextMailTry, waitingMail } from '../../job/mail-row.ts'
import { recordRowEnd } from '../../job/record-row-failure.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { findFundAccount, readAnyFund } from '../book/load-fund.ts'
import { readAccountsIssuer, signMail } from '../book/read-issuer.ts'
import { RendererStopped } from '../../../kernel/renderer-stopped.ts'
import { printStatement, statementFileName } from '../statement/print-statement.ts'
import { memberNameSql } from '../member/member-name.ts'
import { openEarnings, writeFullStatement, type OpenedEarnings } from '../earned/full-statement.ts'
import { toPrintedPage } from '../earned/printed-page.ts'
import type { OpenedYear } from '../year/open-year.ts'
import { allocationFileName, openClosedYear, printAllocation } from './print-allocation.ts'

const lease = createLease({ table: 'fund_statement_mail', ...waitingMail })
const atATime = 200
const ourFault = 'Something went wrong on our side.'

interface Ordered {
  readonly id: string
  readonly account_id: string
  readonly member_id: string
  readonly from_day: string
  readonly to_day: string
  readonly recipient: string
  readonly attempts: number
  readonly content: Buffer | null
  readonly allocation: Buffer | null
  readonly requested_by: string
  readonly name: string
  readonly user_id: string | null
}

type Papers = Readonly<Pick<Ordered, 'allocation'> & { content: Buffer }>

/** The books of a period, and its closed year where it is one, by fund and days. */
type Periods = Map<string, Promise<{ readonly period: OpenedEarnings; readonly year: OpenedYear | undefined }>>

/** Sends the due statements and returns how many were tried. */
export async function sendDueStatements(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('fund_statement_mail')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', new Date(services.clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('mail-statement', sql`fund_statement_mail.id::text`, services.clock)))
    .orderBy('next_at')
    .limit(atATime)
    .execute()
  await sendStatementsOf(
    services,
    due.map((row) => row.id),
  )
  return due.length
}

/**
 * Sends those of these statements that are still waiting and due. The books of a period are replayed once for all its
 * statements.
 */
export async function sendStatementsOf(services: Services, ids: readonly string[]): Promise<void> {
  const periods: Periods = new Map()
  if (ids.length === 0) return
  const rows = await services.db
    .selectFrom('fund_statement_mail')
    .select(['id', 'requested_by', 'from_day', 'to_day'])
    .where('id', 'in', [...ids])
    .orderBy('next_at')
    .execute()
  await runRows(services, 'mail-statement', rows, {
    describe: ({ id, requested_by: ownerId, from_day: from, to_day: to }) => ({
      id,
      ownerId,
      name: `Statement for ${from} to ${to}`,
    }),
    work: sendOne,
  })

  async function sendOne({ id }: { readonly id: string }): Promise<void> {
    const ordered = await claim(services, id)
    if (!ordered) return
    try {
      const { content, allocation } = ordered
      const papers = content === null ? await makePapers(services, ordered, periods) : { content, allocation }
      // Printing takes time.
      if (!(await lease.renew(services, ordered))) return
      await send(services, ordered, papers)
      await finish(services, ordered)
    } catch (error) {
      if (error instanceof RendererStopped) await giveBack(services, ordered)
      else if (error instanceof MessageFailure) await postpone(services, ordered, error)
      // A statement that can no longer be made must not be retried forever.
      else if (error instanceof Refusal) await postpone(services, ordered, { message: error.message, kind: 'refused' })
      else {
        // An error of ours with one statement does not block the others, and ends after the same number of tries.
        if (ordered.attempts >= mostMailAttempts) await recordRowEnd(services, 'mail-statement', id, error)
        else services.log.error({ err: error, statementId: id }, 'a statement could not be mailed')
        await postpone(services, ordered, { message: ourFault, kind: 'unavailable' })
      }
    }
  }
}

async function claim(services: Services, id: string): Promise<Ordered | undefined> {
  const claimed = await claimMail(services, lease, id)
  if (!claimed) return undefined
  const member = await services.db
    .selectFrom('member')
    .select([memberNameSql().as('name'), 'user_id'])
    .where('id', '=', claimed.member_id)
    .executeTakeFirstOrThrow()
  return { ...claimed, ...member }
}

/**
 * Makes the member's own statement, with the account number masked, and their allocation where the statement is that of
 * a whole closed year, and stores both before anything is sent.
 */
async function makePapers(
  services: Services,
  { id, account_id: accountId, member_id: memberId, from_day: from, to_day: to, name }: Ordered,
  periods: Periods,
): Promise<Papers> {
  const span = { accountId, memberId, from, to }
  const key = `${accountId} ${from} ${to}`
  const opened = periods.get(key) ?? openPeriod(services, span)
  periods.set(key, opened)
  const { period, year } = await opened
  const account = await findFundAccount(services.db, accountId)
  const statement = await writeFullStatement(
    services,
    period,
    { holderId: memberId, holder: name, accountNumber: maskNumber(account.number) },
    span,
  )
  const content = Buffer.from((await printStatement(services, statement)).content, 'base64')
  const allocation = (year && (await printAllocation(services, year, { memberId, name }))) ?? null
  const { numUpdatedRows } = await services.db
    .updateTable('fund_statement_mail')
    .set({ content, allocation, printed: toPrintedPage(statement.earned) })
    .where('id', '=', id)
    .where('content', 'is', null)
    .executeTakeFirst()
  // Another worker, whose claim has ended meanwhile, was first. Only what is stored is sent.
  return numUpdatedRows > 0n ? { content, allocation } : readPapers(services, id)
}

/** Statement and allocation of a mail are made from one reading of the books. */
async function openPeriod(services: Services, { accountId, from, to }: StatementSpan) {
  const fund = await readAnyFund(services, accountId)
  return {
    period: await openEarnings(services, { accountId, from, to }, fund),
    year: await openClosedYear(services, fund, { from, to }),
  }
}

/** Returns what another worker has stored. */
function readPapers({ db }: Services, id: string): Promise<Papers> {
  return db
    .selectFrom('fund_statement_mail')
    .select(['content', 'allocation'])
    .where('id', '=', id)
    .where('content', 'is not', null)
    .$narrowType<{ content: NotNull }>()
    .executeTakeFirstOrThrow()
}

async function send(services: Services, ordered: Ordered, { content, allocation }: Papers): Promise<void> {
  const { id, account_id: accountId, recipient, from_day: from, to_day: to, name, user_id: userId } = ordered
  const issuer = await readAccountsIssuer(services.db, accountId)
  const contentType = 'application/pdf'
  const attachments = [{ fileName: statementFileName({ holder: name, from, to }, issuer), contentType, content }]
  if (allocation !== null) {
    const fileName = await allocationFileName(services, { accountId, to }, name)
    attachments.push({ fileName, contentType, content: allocation })
  }
  return services.mail.send({
    to: recipient,
    subject: statementTitle({ from, to }),
    text:
      `Dear ${name},\n\nyour capital account statement for ${from} to ${to} ` +
      (allocation === null
        ? 'is attached as a PDF.'
        : `and your allocation of ${to.slice(0, 4)} are attached as PDFs.`) +
      (userId === null ? '' : ' Clubfolio keeps the statement with your others.') +
      '\n\nIf you did not expect it, or a figure looks wrong to you, ask the manager of the fund.' +
      signMail(issuer),
    attachments,
    reference: `statement-${id}`,
  })
}

async function finish(
  { db, clock }: Services,
  { id, account_id: accountId, member_id: memberId, from_day: from, to_day: to, user_id: userId }: Ordered,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sent = await trx
      .updateTable('fund_statement_mail')
      .set({ state: 'sent', reason: null, sent_at: new Date(clock.nowMs()) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning(['content', 'allocation'])
      .executeTakeFirst()
    if (!sent) return
    const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
    await writeAudit(trx, clock, {
      actorId: null,
      action: 'statement.sent',
      objectType: 'statement',
      objectId: id,
      after: {
        accountId,
        memberId,
        from,
        to,
        sha256: sumOf(sent.content ?? Buffer.alloc(0)),
        ...(sent.allocation === null ? {} : { allocationSha256: sumOf(sent.allocation) }),
      },
    })
    if (userId !== null) {
      await recordNotification(trx, clock, {
        userId,
        kind: 'STATEMENT_READY',
        key: `statement ${id}`,
        title: 'Statement ready',
        text: `Your capital account statement for ${from} to ${to} was mailed to you.`,
        link: `/my-funds?fund=${accountId}`,
      })
    }
  })
}

/**
 * Releases the claim when the server stops: the statement is sent after the next start, and this does not count as a
 * try.
 */
const giveBack = (services: Services, ordered: Ordered): Promise<boolean> =>
  lease.release(services, ordered, { attempts: ordered.attempts - 1 })

/**
 * Records a failed try. A final refusal by the mail server is reported to the user who ordered it; anything else is
 * retried with growing backoff.
 */
async function postpone(
  { db, clock }: Services,
  ordered: Ordered,
  failure: Pick<MessageFailure, 'message' | 'kind'>,
): Promise<void> {
  const { id, attempts, requested_by: userId, from_day: from, to_day: to, name } = ordered
  const isFinal = failure.kind === 'refused' || attempts >= mostMailAttempts
  await inTransaction(db, async (trx) => {
    const isChanged = await lease.change(
      trx,
      ordered,
      isFinal
        ? { state: 'failed', reason: failure.message }
        : { reason: failure.message, next_at: nextMailTry(clock, attempts) },
    )
    // The worker that took it over records the outcome.
    if (!isFinal || !isChanged) return
    await recordNotification(trx, clock, {
      userId,
      kind: 'STATEMENT_READY',
      key: `statement ${id} failed`,
      title: 'Statement not mailed',
      text: `The statement of ${name} for ${from} to ${to} could not be mailed: ${failure.message}`,
      link: '/account-mapping',
    })
  })
}
