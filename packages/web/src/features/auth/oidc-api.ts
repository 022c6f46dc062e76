// The calls of signing in with a provider. The browser leaves for the provider and returns to the page /sign-in-return.
import type { BodyOf, OidcOutcome } from '@clubfolio/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { fetchPreference } from '../../kernel/preference.ts'
import { session } from '../../kernel/session.ts'

/** The provider that the sign-in page offers; a failure offers none. */
export function useOidcProvider() {
  return useQuery({
    queryKey: ['oidc-provider'],
    queryFn: ({ signal }) => api.oidcSignIn.findProvider({}, { signal, ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The invitation that the sign-in there accepts, with what a new person entered. */
export type ProviderInvitation = BodyOf<'oidcSignIn', 'startInvitation'>

/** Leaves for the provider: to sign in, or to accept the invitation. */
export function useStartOidc(invitation?: ProviderInvitation) {
  return useMutation({
    networkMode: 'always',
    mutationFn: () =>
      invitation ? api.oidcSignIn.startInvitation({ body: invitation }) : api.oidcSignIn.startSignIn(),
    onSuccess: ({ authoriseUrl }) => location.assign(authoriseUrl),
  })
}

export interface ProviderReturn {
  readonly state: string
  readonly code?: string
  readonly iss?: string
}

/** Hands over what the provider sent back; it counts once, so it is never repeated. */
export function useFinishOidc(onOutcome: (outcome: OidcOutcome) => void) {
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (returned: ProviderReturn) => {
      const outcome = await api.oidcSignIn.finish({ body: returned }, { ownMessage: true })
      if (outcome.outcome === 'SIGNED_IN') {
        session.open(outcome.user)
        await fetchPreference(outcome.user.id).catch(() => undefined)
      }
      return outcome
    },
    onSuccess: onOutcome,
  })
}
