// Binds the calls of a person's own sign-in methods.
import type { GroupHandlers } from '../kernel/handler.ts'
import { finishPasskey, startPasskey } from '../features/profile/add-passkey.ts'
import { confirmAuthenticator } from '../features/profile/confirm-authenticator.ts'
import { findMySignInMethods } from '../features/profile/find-my-sign-in-methods.ts'
import { makeRecoveryCodes } from '../features/profile/make-recovery-codes.ts'
import { removeSignInMethod } from '../features/profile/remove-sign-in-method.ts'
import { renameSignInMethod } from '../features/profile/rename-sign-in-method.ts'
import { startAuthenticator } from '../features/profile/start-authenticator.ts'
import { switchSmsCodes } from '../features/profile/switch-sms-codes.ts'
import { confirmByCode, sendConfirmationCode } from '../features/security/confirm-by-code.ts'
import { confirmByPasskey } from '../features/security/confirm-by-passkey.ts'
import { makePasskeyRequest } from '../features/sign-in-method/passkey.ts'

const confirmed = 'Confirmed. You are not asked again for 10 minutes.'

export const signInMethodHandlers: GroupHandlers<'signInMethod'> = {
  findMySignInMethods: ({ services, session }) => findMySignInMethods(services, session),
  startAuthenticator: ({ services, body, session, caller }) =>
    startAuthenticator(services, caller, { session, name: body.name, password: body.password }),
  confirmAuthenticator: async ({ services, body, session, caller }) => {
    await confirmAuthenticator(services, caller, { session, id: body.id, code: body.code })
    return { message: 'The authenticator app was added.' }
  },
  startPasskey: ({ services, body, session, caller }) => startPasskey(services, caller, session, body.password),
  finishPasskey: async ({ services, body, session, caller }) => {
    await finishPasskey(services, caller, session, body)
    return { message: 'The passkey was added.' }
  },
  renameSignInMethod: async ({ services, body, session, caller }) => {
    await renameSignInMethod(services, caller, session, { id: body.id, name: body.name })
    return { message: 'The name was changed.' }
  },
  removeSignInMethod: async ({ services, body, session, caller }) => {
    await removeSignInMethod(services, caller, { session, id: body.id, password: body.password })
    return { message: 'The sign-in method was removed.' }
  },
  makeRecoveryCodes: ({ services, body, session, caller }) =>
    makeRecoveryCodes(services, caller, session, body.password),
  switchSmsCodes: async ({ services, body, session, caller }) => {
    await switchSmsCodes(services, caller, { session, isOn: body.isOn, password: body.password })
    return { message: body.isOn ? 'Text messages are on.' : 'Text messages are off.' }
  },
  sendConfirmationCode: ({ services, session }) => sendConfirmationCode(services, session),
  confirmByCode: async ({ services, body, session, caller }) => {
    await confirmByCode(services, caller, session, body)
    return { message: confirmed }
  },
  startPasskeyConfirmation: ({ services, session }) => makePasskeyRequest(services, session.userId, 'CONFIRM'),
  finishPasskeyConfirmation: async ({ services, body, session, caller }) => {
    await confirmByPasskey(services, caller, session, body)
    return { message: confirmed }
  },
}
