// A person's own data, password and sessions: the queries, the mutations, and what a change makes stale.
import { ApiError, type MySession, type WholeBody } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { fieldFaultsOf, type FieldFaults } from '../../kernel/field-fault.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { refreshSession } from '../../kernel/refresh-session.ts'
import { showFailure } from '../../kernel/report-failure.ts'
import { session } from '../../kernel/session.ts'
import { showToast } from '../../ui/toast.tsx'

const profileKey = ['profile', 'mine'] as const
const sessionsKey = ['profile', 'sessions'] as const
const pollMs = 60_000

const succeed = (message: string) => showToast({ tone: 'success', title: 'Success', message })

export function useProfile() {
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.profile.findMyProfile({}, { signal, ownMessage: true }),
  })
}

export function useUpdateNames() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (names: { readonly firstName: string; readonly lastName: string }) =>
      api.profile.updateMyNames({ body: names }),
    onSuccess: async ({ message }) => {
      succeed(message)
      await Promise.all([queries.invalidateQueries({ queryKey: profileKey }), refreshSession().catch(() => undefined)])
    },
  })
}

/** Field errors are shown next to their fields; all others show a toast. */
function tellFault(onFieldFault: (faults: FieldFaults) => void, passwordField: string, newPasswordField?: string) {
  return (error: unknown) => {
    const faults = fieldFaultsOf(error, passwordField, newPasswordField)
    if (faults) onFieldFault(faults)
    else showFailure(error)
  }
}

export function useChangeEmail(onFieldFault: (faults: FieldFaults) => void) {
  return useMutation({
    mutationFn: (form: { readonly email: string; readonly password: string }) =>
      api.profile.changeMyEmail({ body: form }, { ownMessage: true }),
    onError: tellFault(onFieldFault, 'password'),
  })
}

export type PhoneForm = WholeBody<'profile', 'changeMyPhone'>

export function useChangePhone(onSent: (deadlineMs: number) => void, onFieldFault: (faults: FieldFaults) => void) {
  return useMutation({
    mutationFn: (form: PhoneForm) => api.profile.changeMyPhone({ body: form }, { ownMessage: true }),
    onSuccess: ({ expiresInSeconds }) => onSent(Date.now() + expiresInSeconds * 1_000),
    onError: tellFault(onFieldFault, 'password'),
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

export function useChangePassword(onDone: () => void, onFieldFault: (faults: FieldFaults) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: { readonly oldPassword: string; readonly newPassword: string }) =>
      api.security.changePassword({ body: form }, { ownMessage: true }),
    onSuccess: ({ message }) => {
      succeed(message)
      onDone()
      return queries.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: tellFault(onFieldFault, 'oldPassword', 'newPassword'),
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
