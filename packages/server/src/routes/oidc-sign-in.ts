// Binds the calls of signing in with an OpenID Connect provider.
import { startOidcInvitation } from '../features/oidc-sign-in/accept-by-provider.ts'
import { finishOidc, startOidcSignIn } from '../features/oidc-sign-in/finish-oidc.ts'
import { findLinkedSignIns, removeLinkedSignIn, startOidcLink } from '../features/oidc-sign-in/linked-sign-ins.ts'
import type { GroupHandlers } from '../kernel/handler.ts'
import { toSessionUser } from './security.ts'

export const oidcSignInHandlers: GroupHandlers<'oidcSignIn'> = {
  findProvider: ({ services: { oidc } }) => Promise.resolve({ provider: oidc ? { name: oidc.name } : null }),
  startSignIn: ({ services, caller }) => startOidcSignIn(services, caller),
  startInvitation: ({ services, body, caller }) => startOidcInvitation(services, caller, body),
  finish: async ({ services, body, caller }) => {
    const result = await finishOidc(services, caller, body)
    return result.outcome === 'SIGNED_IN' ? { outcome: 'SIGNED_IN', user: toSessionUser(result.session) } : result
  },
  startLink: ({ services, body, session, caller }) => startOidcLink(services, caller, session, body.password),
  findLinks: ({ services, session }) => findLinkedSignIns(services, session),
  removeLink: async ({ services, body, session, caller }) => {
    await removeLinkedSignIn(services, caller, session, body)
    return { message: 'The linked sign-in was removed.' }
  },
}
