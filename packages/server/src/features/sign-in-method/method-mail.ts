// Mails about a user's sign-in methods, in plain text: what happened, and what to do if it was not them.
import type { Mail } from '../../adapters/message/port.ts'

const ending = (origin: string): string =>
  `\n\nIf it was not you, set a new password at once: open ${origin}/auth and use "Forgot password?". It ends every ` +
  'session. Then look at "Sign-in methods" in your profile.\n\nClubfolio'

/** `what` is a sentence about what happened just now. */
export const methodChangedMail = (to: string, what: string, origin: string): Mail => ({
  to,
  subject: 'Your Clubfolio sign-in methods were changed',
  text: what + ending(origin),
})

export const recoveryCodeUsedMail = (
  to: string,
  { left, use }: { readonly left: number; readonly use: 'SIGN_IN' | 'CONFIRMATION' },
  origin: string,
): Mail => ({
  to,
  subject: use === 'SIGN_IN' ? 'A recovery code opened your Clubfolio' : 'A recovery code was used',
  text:
    (use === 'SIGN_IN'
      ? 'Someone signed in as you with a recovery code just now. '
      : 'Someone confirmed a session of yours with a recovery code just now. ') +
    leftWords(left) +
    (left <= 3 ? ' Make new ones in your profile.' : '') +
    ending(origin),
})

export const passkeyCopiedMail = (to: string, name: string, origin: string): Mail => ({
  to,
  subject: 'A passkey of your Clubfolio user may have been copied',
  text:
    `A sign-in with the passkey "${name}" was refused: its device counted fewer uses than before, which happens when ` +
    'another device has a copy of it. Remove it in your profile and add a new one.' +
    ending(origin),
})

const leftWords = (left: number): string =>
  left === 0 ? 'No code is left.' : left === 1 ? 'One code is left.' : `${left} codes are left.`
