// What a user reads when a browser signs in that was not used before: when, from where, with what, and what to do if it
// was not them.
import type { SessionFactor } from '@clubfolio/contract'
import type { Caller } from '../../kernel/handler.ts'
import type { NewNotification } from '../notification/record-notification.ts'
import { describeUserAgent } from '../../kernel/describe-user-agent.ts'

export interface NewDevice {
  readonly userId: string
  readonly caller: Pick<Caller, 'requestId' | 'address' | 'userAgent'>
  readonly factor: SessionFactor
  /** The provider that took the place of the password. */
  readonly provider: string | undefined
  readonly atMs: number
}

const factorWords: Readonly<Record<Exclude<SessionFactor, 'OIDC'>, string>> = {
  SMS: 'a text message',
  AUTHENTICATOR: 'an authenticator app',
  PASSKEY: 'a passkey',
  RECOVERY_CODE: 'a recovery code',
}

/**
 * `describeWay('SMS', undefined)` is "password and a text message". A passkey may have been used alone, so no password
 * is claimed for it.
 */
export function describeWay(factor: SessionFactor, provider: string | undefined): string {
  if (factor === 'OIDC') return provider ?? 'a provider'
  const words = factorWords[factor]
  if (provider !== undefined) return `${provider} and ${words}`
  return factor === 'PASSKEY' ? words : `password and ${words}`
}

/** "March 4, 2026 at 10:00 AM EST": New York, as everywhere in the product. */
const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})

export function newDeviceNotice({ userId, caller, factor, provider, atMs }: NewDevice): NewNotification {
  const { address, requestId, userAgent } = caller
  const browser = describeUserAgent(userAgent)
  const way = describeWay(factor, provider)
  return {
    userId,
    kind: 'SIGN_IN',
    key: `sign-in ${requestId}`,
    title: 'A new browser signed in',
    text:
      `Someone signed in as you from ${address} with a browser that was not used before: ${browser}, by ${way}. If ` +
      'that was not you, change your password, which ends every other session.',
    mailText:
      'Someone signed in to your Clubfolio with a browser that was not used before.\n\n' +
      `When: ${instantFormat.format(atMs)} (New York)\nFrom: ${address}\nBrowser: ${browser}\n` +
      `Signed in with: ${way}\n\n` +
      'If it was you, there is nothing to do. If it was not you, set a new password at once with "Forgot password?" ' +
      'on the sign-in page, which ends every session and removes linked sign-ins. Then check "Active sessions" and ' +
      '"Sign-in methods" in your profile' +
      (provider === undefined ? '.' : `, and secure your account at ${provider}.`),
    link: '/profile',
    isAlwaysMailed: true,
  }
}
