// Sends a code by text message and returns what the confirmation step needs.
import { Refusal, type PendingSignIn } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { codeLifeMs, resendAfterMs } from './challenge.ts'

/** Returns what the confirmation step needs, the same whether a message was sent or not. */
export const pendingSignIn = (email: string): PendingSignIn => ({
  messageType: 'phone',
  email,
  expiresInSeconds: codeLifeMs / 1000,
  resendInSeconds: resendAfterMs / 1000,
})

export const codeText = (code: string): string =>
  `Your Clubfolio code is ${code}. It is valid for 60 seconds. Never tell it to anyone.`

/** Throws `messageNotSent` when the service refuses; the code then stays valid and can be sent again. */
export async function sendCode(
  services: Services,
  phoneNumber: string,
  email: string,
  code: string,
): Promise<PendingSignIn> {
  try {
    await services.sms.send(phoneNumber, codeText(code))
  } catch (error) {
    services.log.error({ err: error }, 'text message not sent')
    throw new Refusal('messageNotSent')
  }
  return pendingSignIn(email)
}

/** Sends the code after the response, so that neither the outcome nor the timing reveals who is known. */
export function sendCodeInBackground(
  services: Services,
  phoneNumber: string,
  email: string,
  code: string,
): PendingSignIn {
  services.background.start('text message', () => services.sms.send(phoneNumber, codeText(code)))
  return pendingSignIn(email)
}
