// The mails of a run: one per address, so that recipients do not see each other, each sent once as far as a mail server
// allows.
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import type { MailAttachment } from '../../adapters/message/port.ts'
import { z } from 'zod'
import { writeAudit } from '../../kernel/audit.ts'
import type { Services } from '../../services.ts'
import { readAccountsIssuer, signMail } from '../fund/book/read-issuer.ts'
import { mayInFund, personAt } from '../fund/right/fund-right.ts'
import { changeRun, keepClaim, type ClaimedRun } from './claimed-run.ts'
import { contentTypes } from './report-file.ts'
import { findScheduleName } from './schedule-name.ts'

const againMs = 60_000
const mostAttempts = 8

/**
 * Returns what could not be sent, in words; `LATER` when the mail server was unreachable and the run waits for a retry.
 */
export async function mailRun(
  services: Services,
  run: ClaimedRun,
  rowCount: number,
  signal: AbortSignal,
): Promise<readonly string[] | 'LATER'> {
  const { db, clock } = services
  const mails = await db
    .selectFrom('report_mail')
    .select(['position', 'recipient', 'state', 'reason'])
    .where('run_id', '=', run.id)
    .orderBy('position')
    .execute()
  if (mails.every(({ state }) => state !== 'WAITING')) return failures(mails)
  const [attachments, subject, text] = await Promise.all([
    readFiles(services, run),
    mailSubject(services, run),
    mailText(services, run, rowCount),
  ])
  let isLater: string | undefined
  for (const mail of mails.filter(({ state }) => state === 'WAITING')) {
    signal.throwIfAborted()
    // Checked before each mail: after "Report cancelled." no further mail starts.
    await keepClaim(services, run)
    try {
      await services.mail.send({
        to: mail.recipient,
        subject,
        text,
        attachments,
        reference: `report-${run.id}-${mail.position}`,
      })
      await setMail(services, run, mail.position, { state: 'SENT', reason: null, sent_at: new Date(clock.nowMs()) })
      await writeAudit(db, clock, {
        actorId: null,
        action: 'report.sent',
        objectType: 'report',
        objectId: run.id,
        after: { report: run.report, recipient: mail.recipient },
      })
    } catch (error) {
      if (!(error instanceof MessageFailure)) throw error
      if (error.kind === 'refused' || run.attempts >= mostAttempts)
        await setMail(services, run, mail.position, { state: 'FAILED', reason: error.message, sent_at: null })
      else isLater = error.message
    }
  }
  if (isLater !== undefined) {
    await changeRun(db, run, {
      state: 'WAITING',
      reason: `${isLater} It is tried again.`,
      next_at: new Date(clock.nowMs() + againMs * 2 ** (run.attempts - 1)),
    })
    return 'LATER'
  }
  return failures(
    await db
      .selectFrom('report_mail')
      .select(['recipient', 'state', 'reason'])
      .where('run_id', '=', run.id)
      .orderBy('position')
      .execute(),
  )
}

const failures = (
  mails: readonly { readonly recipient: string; readonly state: string; readonly reason: string | null }[],
): string[] =>
  mails.filter(({ state }) => state === 'FAILED').map(({ recipient, reason }) => `Not sent to ${recipient}: ${reason}`)

async function setMail(
  { db }: Services,
  { id }: ClaimedRun,
  position: number,
  change: { readonly state: 'SENT' | 'FAILED'; readonly reason: string | null; readonly sent_at: Date | null },
): Promise<void> {
  await db
    .updateTable('report_mail')
    .set(change)
    .where('run_id', '=', id)
    .where('position', '=', position)
    // A failure of a worker that lost the run must not overwrite a mail that another worker has sent.
    .$if(change.state === 'FAILED', (query) => query.where('state', '=', 'WAITING'))
    .execute()
}

async function readFiles({ db }: Services, { id }: ClaimedRun): Promise<MailAttachment[]> {
  const files = await db
    .selectFrom('report_file')
    .select(['format', 'file_name', 'content'])
    .where('run_id', '=', id)
    .orderBy('format')
    .execute()
  return files.map(({ format, file_name: fileName, content }) => ({
    fileName,
    contentType: contentTypes[format],
    content,
  }))
}

const mailSubject = async ({ db }: Services, run: ClaimedRun): Promise<string> =>
  (await findScheduleName(db, run)) ?? `Report: ${run.name}`

/** The text contains no figures; they are in the file. */
async function mailText(services: Services, run: ClaimedRun, rowCount: number): Promise<string> {
  const owner = await services.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', run.owner_id)
    .executeTakeFirstOrThrow()
  const name = `${owner.first_name} ${owner.last_name}`
  const rows =
    rowCount === 0 ? 'It has no rows this time.' : rowCount === 1 ? 'It has 1 row.' : `It has ${rowCount} rows.`
  return [
    run.kind === 'SCHEDULE'
      ? `The report ${run.name} that ${name} scheduled is attached. ${rows}`
      : `${name} sends you the report ${run.name}, which is attached. ${rows}`,
    ...(run.comment === '' ? [] : [run.comment]),
    'If you did not expect it, ask the sender before you open the file.',
    ...(await signatureOf(services, run)),
  ].join('\n\n')
}

/** The fund that the report is about, where the owner of the run may read it. */
async function signatureOf({ db, clock }: Services, run: ClaimedRun): Promise<readonly string[]> {
  const chosen = run.request.filter.find(({ nomenclatorConfigNameKey: key }) => key === 'account')?.selectedItem
  if (typeof chosen !== 'string' || !z.uuid().safeParse(chosen).success) return []
  const fund = await db
    .selectFrom('fund as f')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select('f.account_id')
    .where('f.account_id', '=', chosen)
    .where(mayInFund('READ', personAt(clock, run.owner_id), 'a'))
    .executeTakeFirst()
  return fund ? [signMail(await readAccountsIssuer(db, fund.account_id)).trimStart()] : []
}
