// What follows a right password: a code by text message, as specified, or for users with a sign-in method of their own
// a pending sign-in that sends nothing until they choose.
import type { PendingSignIn } from '@clubfolio/contract'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { readMethodState, stepMethods } from '../sign-in-method/read-methods.ts'
import { issueCode, issueSilentChallenge, methodLifeMs, type ChallengedUser } from './challenge.ts'
import { pendingSignIn, sendCode } from './send-code.ts'

export type StartedStep = { readonly code: string } | { readonly pending: PendingSignIn }

export interface SecondStepOptions {
  readonly user: ChallengedUser
  readonly email: string
  readonly attemptHash: Buffer
}

export async function startSecondStep(
  services: Services,
  trx: Trx,
  { user, email, attemptHash }: SecondStepOptions,
): Promise<StartedStep> {
  const methods = stepMethods(await readMethodState(trx, user.id))
  if (methods === undefined) return { code: await issueCode(services, trx, user, { sends: 0, attemptHash }) }
  await issueSilentChallenge(services, trx, user.id, attemptHash)
  return {
    pending: {
      ...pendingSignIn(email),
      expiresInSeconds: methodLifeMs / 1000,
      resendInSeconds: 0,
      methods: [...methods],
    },
  }
}

/** Sends the code, if the step has one, once the transaction is over. */
export const answerSecondStep = (
  services: Services,
  step: StartedStep,
  { phoneNumber, email }: { readonly phoneNumber: string; readonly email: string },
): Promise<PendingSignIn> =>
  'code' in step ? sendCode(services, phoneNumber, email, step.code) : Promise.resolve(step.pending)
