// The mail to the owner of a schedule that begins to mail other addresses: it needs no confirmation, so that one which
// somebody else made does not stay unnoticed.
import type { Mail } from '../../adapters/message/port.ts'

export interface NewRecipients {
  /** Of the schedule. */
  readonly name: string
  /** The addresses that are not its owner's. */
  readonly others: readonly string[]
  readonly origin: string
}

export const newRecipientsMail = (to: string, { name, others, origin }: NewRecipients): Mail => ({
  to,
  subject: 'A Clubfolio report is mailed to other people',
  text:
    `The schedule "${name}" was saved for your Clubfolio user just now. It mails a report to ` +
    `${others.join(', ')}.\n\nIf this was not you, delete the schedule under Static Report, Schedules, and change ` +
    `your password: ${origin}/static-report\n\nClubfolio`,
})
