// Sign-in calls. A failed login shows its reason through the failure listener; a wrong code has its own wording on the
// screen.
// The calls that resume a paused page run while everything else waits (networkMode 'always').
import { ApiError, type PendingSignIn, type BodyOf, type WholeBody } from '@clubfolio/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { signByPasskey } from '../../kernel/passkey.ts'
import { fetchPreference } from '../../kernel/preference.ts'
import { session } from '../../kernel/session.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { clearToasts, showToast } from '../../ui/toast.tsx'

/** The code step: the server's answer, and when the code expires and may be sent again by this browser's clock. */
export interface CodeStep extends PendingSignIn {
  readonly deadlineMs: number
  readonly resendAtMs: number
}

export const startCountdown = (pending: PendingSignIn): CodeStep => ({
  ...pending,
  deadlineMs: Date.now() + pending.expiresInSeconds * 1_000,
  resendAtMs: Date.now() + pending.resendInSeconds * 1_000,
})

export function useLogin(onCodeStep: (step: CodeStep) => void) {
  return useMutation({
    networkMode: 'always',
    mutationFn: (form: { readonly email: string; readonly password: string }) => api.security.login({ body: form }),
    onSuccess: (pending) => onCodeStep(startCountdown(pending)),
  })
}

export function useSendAgain(onCodeStep: (step: CodeStep) => void) {
  return useMutation({
    networkMode: 'always',
    mutationFn: (email: string) => api.security.sendVerificationCode({ body: { email } }),
    onSuccess: (pending) => onCodeStep(startCountdown(pending)),
  })
}

export interface CodeForm {
  readonly email: string
  readonly code: string
  /** Absent for a code by text message. */
  readonly method?: 'AUTHENTICATOR' | 'RECOVERY_CODE'
}

export interface CodeCheck {
  /** Called when the code was wrong and may be retried. */
  readonly onInvalid: () => void
  /** Called when the code can no longer be used; the sign-in starts over. */
  readonly onDead: () => void
  readonly onSignedIn: () => void
}

/** Exchanges the code for a session and fetches the user's preferences before it continues. */
export function useCheckCode({ onInvalid, onDead, onSignedIn }: CodeCheck) {
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ email, code, method }: CodeForm) => {
      const user = await (method === undefined
        ? api.security.checkVerificationCode({ body: { email, code } }, { ownMessage: true })
        : api.security.checkMethodCode({ body: { email, code, method } }, { ownMessage: true }))
      session.open(user)
      // Without preferences the defaults apply; that is no reason to deny access.
      await fetchPreference(user.id).catch(() => undefined)
    },
    onSuccess: () => {
      clearToasts()
      onSignedIn()
    },
    onError: (error, { code }) => {
      if (error instanceof ApiError && error.status === 400 && error.body.refusal !== 'codeDead') {
        showToast({ tone: 'error', title: 'Error', message: `${code} is invalid` })
        onInvalid()
        return
      }
      showFailure(error)
      if (error instanceof ApiError && error.body.refusal === 'codeDead') onDead()
    },
  })
}

export interface PasskeySignIn {
  /** Of the password step before. */
  readonly email?: string
  /** Of the person whose page waits; nobody else's passkey is accepted. */
  readonly waitingEmail?: string | undefined
  readonly onSignedIn: () => void
}

/**
 * Signs in by a passkey: with the e-mail as the step after the password, without it alone. A person who cancels sees
 * what they can do instead.
 */
export function usePasskeySignIn({ email, waitingEmail, onSignedIn }: PasskeySignIn) {
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const request = await (email === undefined
        ? api.security.startPasskeySignIn()
        : api.security.startPasskeyStep({ body: { email } }))
      const answer = await signByPasskey(request)
      const { challengeId } = request
      const user = await (email === undefined
        ? api.security.finishPasskeySignIn({
            body: { challengeId, answer, ...(waitingEmail === undefined ? {} : { email: waitingEmail }) },
          })
        : api.security.finishPasskeyStep({ body: { email, challengeId, answer } }))
      session.open(user)
      await fetchPreference(user.id).catch(() => undefined)
    },
    onSuccess: () => {
      clearToasts()
      onSignedIn()
    },
    onError: (error) => {
      if (error instanceof ApiError) return
      showToast({
        tone: 'info',
        title: 'Notification',
        message: 'No passkey was used. Try again or sign in another way.',
      })
    },
  })
}

/** Fetches the challenge for the Register form; a new `attempt` fetches another one. */
export function useCaptchaOffer(attempt: number) {
  return useQuery({
    queryKey: ['captcha', attempt],
    queryFn: ({ signal }) => api.security.findCaptcha({}, { signal, ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export type RegisterFields = WholeBody<'security', 'createUser'>

/** `onUsed` runs when the human check was used up by an attempt that failed. */
export function useRegister(onCodeStep: (step: CodeStep) => void, onUsed: () => void) {
  return useMutation({
    mutationFn: (form: RegisterFields) => api.security.createUser({ body: form }, { inForm: true }),
    onSuccess: (pending) => onCodeStep(startCountdown(pending)),
    onError: (error) => {
      if (!(error instanceof ApiError && error.body.refusal === 'commonPassword')) onUsed()
    },
  })
}

export function useRequestReset() {
  return useMutation({ mutationFn: (email: string) => api.security.requestPasswordReset({ body: { email } }) })
}

export function useResetPassword(onDone: (message: string) => void) {
  return useMutation({
    mutationFn: (form: { readonly token: string; readonly password: string }) =>
      api.security.resetPassword({ body: form }, { inForm: true }),
    onSuccess: ({ message }) => onDone(message),
  })
}

export function useConfirmEmail(onDone: (message: string, email: string) => void) {
  return useMutation({
    mutationFn: (token: string) => api.profile.confirmMyEmail({ body: { token } }),
    onSuccess: ({ message, email }) => onDone(message, email),
  })
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.security.findInvitation({ body: { token } }, { signal, ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** A known user gives only a password. */
export type AcceptanceFields = BodyOf<'security', 'acceptInvitation'>

export function useAcceptInvitation(onCodeStep: (step: CodeStep) => void) {
  return useMutation({
    mutationFn: (form: AcceptanceFields) => api.security.acceptInvitation({ body: form }, { inForm: true }),
    onSuccess: (pending) => onCodeStep(startCountdown(pending)),
  })
}
