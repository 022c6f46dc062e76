// Binds the security calls to their use cases.
import type { SessionUser } from '@clubfolio/contract'
import { writeAudit } from '../kernel/audit.ts'
import type { GroupHandlers } from '../kernel/handler.ts'
import { endSessions, type Session } from '../kernel/session.ts'
import { acceptInvitation, findInvitation } from '../features/security/accept-invitation.ts'
import { changePassword } from '../features/security/change-password.ts'
import { checkMethodCode } from '../features/security/check-method-code.ts'
import { checkVerificationCode } from '../features/security/check-verification-code.ts'
import { login } from '../features/security/login.ts'
import { findKnownBrowsers, forgetBrowser } from '../features/security/known-browsers.ts'
import { endMyOtherSessions, endMySession, findMySessions } from '../features/security/my-sessions.ts'
import { finishPasskeyStep, startPasskeyStep } from '../features/security/passkey-step.ts'
import { registerUser } from '../features/security/register-user.ts'
import { requestPasswordReset } from '../features/security/request-password-reset.ts'
import { resetPassword } from '../features/security/reset-password.ts'
import { sendVerificationCode } from '../features/security/send-verification-code.ts'
import { finishPasskeySignIn, startPasskeySignIn } from '../features/security/sign-in-by-passkey.ts'

export const securityHandlers: GroupHandlers<'security'> = {
  login: ({ services, body, caller }) => login(services, caller, body.email, body.password),
  findCaptcha: ({ services }) => services.captcha.offer(),
  createUser: ({ services, body, caller }) => registerUser(services, caller, body),
  sendVerificationCode: ({ services, body, caller }) => sendVerificationCode(services, caller, body.email),
  checkVerificationCode: async ({ services, body, caller }) =>
    toSessionUser(await checkVerificationCode(services, caller, body.email, body.code)),
  checkMethodCode: async ({ services, body, caller }) => toSessionUser(await checkMethodCode(services, caller, body)),
  startPasskeySignIn: ({ services }) => startPasskeySignIn(services),
  finishPasskeySignIn: async ({ services, body, caller }) =>
    toSessionUser(await finishPasskeySignIn(services, caller, body)),
  startPasskeyStep: ({ services, body, caller }) => startPasskeyStep(services, caller, body.email),
  finishPasskeyStep: async ({ services, body, caller }) =>
    toSessionUser(await finishPasskeyStep(services, caller, body)),
  getMyUser: ({ session }) => Promise.resolve(toSessionUser(session)),
  touch: ({ session }) => Promise.resolve({ tokenExpire: session.tokenExpireMs }),
  logout: async ({ services, session, caller }) => {
    await endSessions(services.db, services.clock, { sessionId: session.id })
    await writeAudit(services.db, services.clock, {
      actorId: session.userId,
      action: 'session.end',
      requestId: caller.requestId,
      address: caller.address,
    })
    return { message: 'You are signed out.' }
  },
  findMySessions: ({ services, session }) => findMySessions(services, session),
  findKnownBrowsers: ({ services, session, caller }) => findKnownBrowsers(services, caller, session),
  forgetBrowser: async ({ services, body, session, caller }) => {
    await forgetBrowser(services, caller, session, body.id)
    return { message: 'The browser was forgotten, and its sessions were ended.' }
  },
  endMySession: async ({ services, body, session, caller }) => {
    await endMySession(services, caller, session, body.id)
    return { message: 'The session was ended.' }
  },
  endMyOtherSessions: async ({ services, session, caller }) => {
    await endMyOtherSessions(services, caller, session)
    return { message: 'All other sessions were ended.' }
  },
  changePassword: async ({ services, body, session, caller }) => {
    await changePassword(services, caller, { session, oldPassword: body.oldPassword, newPassword: body.newPassword })
    return { message: 'Your password was changed, and your other sessions were ended.' }
  },
  requestPasswordReset: async ({ services, body, caller }) => {
    await requestPasswordReset(services, caller, body.email)
    return {
      message:
        'If this address belongs to a user, a mail with a link is on its way. The link works once, for 30 minutes.',
    }
  },
  resetPassword: async ({ services, body, caller }) => {
    await resetPassword(services, caller, body.token, body.password)
    return { message: 'Your new password is set. Please sign in.' }
  },
  findInvitation: ({ services, body, caller }) => findInvitation(services, caller, body.token),
  acceptInvitation: ({ services, body, caller }) => acceptInvitation(services, caller, body),
}

export function toSessionUser(session: Session): SessionUser {
  return {
    id: session.userId,
    firstName: session.firstName,
    lastName: session.lastName,
    email: session.email,
    isSystem: session.isSystem,
    token: session.token,
    tokenExpire: session.tokenExpireMs,
    permissions: session.permissions.map((nameKey) => ({ nameKey })),
  }
}
