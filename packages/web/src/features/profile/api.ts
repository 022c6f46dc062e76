// A person's own data, password, sessions and API tokens: the queries, the mutations, and what a change makes stale.
import {
  ApiError,
  type ApiToken,
  type BodyOf,
  type KnownBrowser,
  type MySession,
  type WholeBody,
} from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { profileKey } from '../../kernel/profile.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { refreshSession } from '../../kernel/refresh-session.ts'
import { session } from '../../kernel/session.ts'
import { signOut } from '../../kernel/sign-out.ts'
import { succeed } from './succeed.ts'

const sessionsKey = ['profile', 'sessions'] as const
const browsersKey = ['profile', 'known-browsers'] as const
const tokensKey = ['profile', 'tokens'] as const
const pollMs = 60_000

export function useUpdateNames() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (names: { readonly firstName: string; readonly lastName: string }) =>
      api.profile.updateMyNames({ body: names }, { inForm: true }),
    onSuccess: async ({ message }) => {
      succeed(message)
      await Promise.all([queries.invalidateQueries({ queryKey: profileKey }), refreshSession().catch(() => undefined)])
    },
  })
}

export function useChangeEmail() {
  return useMutation({
    mutationFn: (form: { readonly email: string; readonly password: string }) =>
      api.profile.changeMyEmail({ body: form }, { inForm: true }),
  })
}

export type PhoneForm = WholeBody<'profile', 'changeMyPhone'>

export function useChangePhone(onSent: (deadlineMs: number) => void) {
  return useMutation({
    mutationFn: (form: PhoneForm) => api.profile.changeMyPhone({ body: form }, { inForm: true }),
    onSuccess: ({ expiresInSeconds }) => onSent(Date.now() + expiresInSeconds * 1_000),
  })
}

/** A correct code ends every session, including this one. */
export function useConfirmPhone(onRefused: (isDead: boolean) => void) {
  return useMutation({
    mutationFn: (code: string) => api.profile.confirmMyPhone({ body: { code } }),
    onSuccess: ({ message }) => {
      // Ending the session clears its toasts, so the success toast comes after it.
      session.end('logout')
      succeed(message)
    },
    onError: (error) => onRefused(error instanceof ApiError && error.body.refusal === 'codeDead'),
  })
}

export function useChangePassword(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: { readonly oldPassword: string; readonly newPassword: string }) =>
      api.security.changePassword({ body: form }, { inForm: true }),
    onSuccess: ({ message }) => {
      succeed(message)
      onDone()
      return queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
}

export function useMySessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: (context) => api.security.findMySessions({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
  })
}

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mine: MySession) => api.security.endMySession({ body: { id: mine.id } }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEndOtherSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.security.endMyOtherSessions(),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useKnownBrowsers() {
  return useQuery({
    queryKey: browsersKey,
    queryFn: (context) => api.security.findKnownBrowsers({}, { ...refreshOptions(context), ownMessage: true }),
  })
}

/** Forgetting this browser ends the session of the page, too. */
export function useForgetBrowser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: KnownBrowser) => api.security.forgetBrowser({ body: { id } }),
    onSuccess: ({ message }, { isThisBrowser }) => {
      if (isThisBrowser) signOut()
      succeed(message)
    },
    onSettled: (_answer, _error, { isThisBrowser }) =>
      isThisBrowser
        ? undefined
        : Promise.all([
            queries.invalidateQueries({ queryKey: browsersKey }),
            queries.invalidateQueries({ queryKey: sessionsKey }),
          ]),
  })
}

export function useMyTokens() {
  return useQuery({
    queryKey: tokensKey,
    queryFn: (context) => api.apiToken.findMyTokens({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
  })
}

/** The answer is the token itself: it stays with the caller and in no cache. */
export function useCreateToken() {
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: BodyOf<'apiToken', 'createToken'>) => api.apiToken.createToken({ body }, { inForm: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useRevokeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: ApiToken) => api.apiToken.revokeToken({ body: { id: token.id } }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensKey }),
  })
}
