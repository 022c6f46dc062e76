// A mail that waits in a row of its own: claimed for a limited time, so that several workers, or one that dies, send it
// once as far as a mail server allows; tried again later and later, and ended when its recipient is refused.
import { sql, type RawBuilder } from 'kysely'
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import type { Mail } from '../../adapters/message/port.ts'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { LeaseParts } from '../../kernel/lease.ts'
import type { Services } from '../../services.ts'

/** How rows with the columns `id`, `state`, `attempts`, `next_at` and `reason` are claimed. */
export const waitingMail = {
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: 2 * 60_000,
  held: sql<boolean>`state = 'waiting'`,
} as const

export const mostMailAttempts = 8
const againMs = 60_000

/** Returns when a mail is tried again after so many attempts: after 1, 2, 4, ... minutes. */
export const nextMailTry = (clock: Clock, attempts: number): Date =>
  new Date(clock.nowMs() + againMs * 2 ** (attempts - 1))

interface MailRow {
  readonly id: string
  readonly attempts: number
}

interface MailChange {
  readonly state?: 'sent' | 'failed'
  readonly reason: string | null
  readonly next_at?: Date
}

/** The lease of a table of waiting mails. */
export interface MailLease {
  claim(
    parts: LeaseParts,
    order: { readonly due: RawBuilder<boolean>; readonly orderBy: RawBuilder<unknown>; readonly limit: number },
  ): Promise<MailRow[]>
  change(db: Db, row: MailRow, change: MailChange): Promise<boolean>
}

/** Claims a row that waits; undefined where another worker has it or it is no longer due. */
export async function claimMail<Row extends MailRow>(
  services: LeaseParts,
  lease: { claim(...args: Parameters<MailLease['claim']>): Promise<Row[]> },
  id: string,
): Promise<Row | undefined> {
  const [claimed] = await lease.claim(services, {
    due: sql<boolean>`id = ${id} and state = 'waiting'`,
    orderBy: sql`id`,
    limit: 1,
  })
  return claimed
}

/** Sends the mail of a row that waits, and records what became of it. */
export async function sendMailRow(
  services: Pick<Services, 'db' | 'clock' | 'mail'>,
  lease: MailLease,
  id: string,
  write: () => Promise<Mail>,
): Promise<void> {
  const claimed = await claimMail(services, lease, id)
  if (!claimed) return
  const mail = await write()
  try {
    await services.mail.send(mail)
  } catch (error) {
    if (!(error instanceof MessageFailure)) throw error
    const isFinal = error.kind === 'refused' || claimed.attempts >= mostMailAttempts
    await lease.change(
      services.db,
      claimed,
      isFinal
        ? { state: 'failed', reason: error.message }
        : { reason: error.message, next_at: nextMailTry(services.clock, claimed.attempts) },
    )
    return
  }
  await lease.change(services.db, claimed, { state: 'sent', reason: null })
}
