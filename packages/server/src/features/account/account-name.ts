// How an account is called in words that leave the screens: reports, statements, mails, notifications.
import { maskNumber } from '@clubfolio/domain'

interface NamedAccount {
  readonly number: string
  readonly is_paper: boolean
}

/** "1001", "1002 · Paper" */
export const nameAccount = ({ number, is_paper: isPaper }: NamedAccount): string =>
  isPaper ? `${number} · Paper` : number

/** The last digits, within a sentence: "•••• 4821", "•••• 4821 (paper)". */
export const maskedAccount = ({ number, is_paper: isPaper }: NamedAccount): string =>
  `${maskNumber(number)}${isPaper ? ' (paper)' : ''}`
