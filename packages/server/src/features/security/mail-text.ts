// The mails of sign-in, in plain text. Each states what happened, what to do, and what to do if it was not you.
import type { Mail } from '../../adapters/message/port.ts'

const sign = '\n\nClubfolio'

export const knownEmailMail = (to: string, origin: string): Mail => ({
  to,
  subject: 'You already have a Clubfolio user',
  text:
    'Someone tried to register with this address, which already belongs to your account. Nothing was ' +
    `changed.\n\nIf it was you: sign in at ${origin}/auth, and use "Forgot password?" there if you need a new ` +
    `one.\nIf it was not you, there is nothing to do.${sign}`,
})

export const passwordResetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new Clubfolio password',
  text:
    `Open this link within 30 minutes to set a new password. It works once:\n\n${link}\n\nSigning in will still ` +
    'ask for the code that is sent to your phone, or for your other sign-in method. If you did not ask for this, do ' +
    `nothing: your password stays as it is.${sign}`,
})

export const passwordChangedMail = (to: string, origin: string): Mail => ({
  to,
  subject: 'Your Clubfolio password was changed',
  text:
    'The password of your Clubfolio user was changed just now, and other sessions were ended.\n\nIf it was not ' +
    `you, set a new one at once: open ${origin}/auth and use "Forgot password?".${sign}`,
})

export const acceptedByProviderMail = (to: string, provider: string, origin: string): Mail => ({
  to,
  subject: 'Your Clubfolio invitation was accepted',
  text:
    `Your invitation was accepted just now with a sign-in at ${provider}, which from now on opens Clubfolio for you ` +
    `in place of a password; a code still goes to your phone.\n\nIf it was not you, tell an administrator of your ` +
    `Clubfolio at once, and set a password of your own: open ${origin}/auth and use "Forgot password?". That removes ` +
    `the sign-in at ${provider}.${sign}`,
})

export const confirmEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new Clubfolio e-mail address',
  text:
    'Open this link within 30 minutes to use this address for your Clubfolio user. It works ' +
    `once:\n\n${link}\n\nUntil then your old address stays. If you did not ask for this, do nothing.${sign}`,
})

export const emailTakenMail = (to: string): Mail => ({
  to,
  subject: 'Someone tried to use your address',
  text:
    'Someone tried to change the address of their account to this one, which already belongs to yours. Nothing was ' +
    `changed, and you do not have to do anything.${sign}`,
})

export const emailChangedMail = (to: string, newEmail: string): Mail => ({
  to,
  subject: 'Your Clubfolio e-mail address was changed',
  text:
    `Your Clubfolio user now has the address ${newEmail}; this one is no longer used, and all sessions were ` +
    `ended.\n\nIf it was not you, tell an administrator of your Clubfolio at once.${sign}`,
})

export const phoneChangedMail = (to: string, lastDigits: string): Mail => ({
  to,
  subject: 'Your Clubfolio phone number was changed',
  text:
    `Sign-in codes of your Clubfolio user now go to the number that ends in ${lastDigits}, and all sessions were ` +
    `ended.\n\nIf it was not you, tell an administrator of your Clubfolio at once.${sign}`,
})
