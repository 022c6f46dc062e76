// Tells a user, on screen and by mail, that a sign-in at a provider was linked to them or removed.
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { recordNotification } from '../notification/record-notification.ts'

export interface LinkNotice {
  readonly userId: string
  readonly provider: string
  readonly what: 'ADDED' | 'REMOVED'
  readonly caller: Pick<Caller, 'requestId' | 'address'>
}

export async function tellOfLink(
  trx: Trx,
  clock: Clock,
  { userId, provider, what, caller: { requestId, address } }: LinkNotice,
): Promise<void> {
  const isAdded = what === 'ADDED'
  await recordNotification(trx, clock, {
    userId,
    kind: 'SIGN_IN',
    key: `sign-in link ${requestId}`,
    title: isAdded ? `Sign-in with ${provider} was linked` : `Sign-in with ${provider} was removed`,
    text:
      (isAdded
        ? `A sign-in at ${provider} now opens Clubfolio for you in place of your password.`
        : `A sign-in at ${provider} no longer opens Clubfolio for you.`) +
      ` This was done from ${address}. If that was not you, set a new password with "Forgot password?" and check ` +
      'the linked sign-ins in your profile.',
    link: '/profile',
    isAlwaysMailed: true,
  })
}
