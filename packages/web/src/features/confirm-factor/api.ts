// The calls that confirm a live session.
import { ApiError, type BodyOf } from '@clubfolio/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { signByPasskey } from '../../kernel/passkey.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { showToast } from '../../ui/toast.tsx'

/** Also makes the list of sessions stale, which names what each was confirmed with. */
function useConfirmed(onConfirmed: () => void) {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['profile'] })
    onConfirmed()
  }
}

export function useSendCode(
  onSent: (sent: { readonly expiresInSeconds: number; readonly resendInSeconds: number }) => void,
) {
  return useMutation({
    mutationFn: () => api.signInMethod.sendConfirmationCode(),
    onSuccess: onSent,
    meta: { ownProgress: true },
  })
}

export function useConfirmByCode(onConfirmed: () => void, onWrong: () => void) {
  const confirmed = useConfirmed(onConfirmed)
  return useMutation({
    mutationFn: (body: BodyOf<'signInMethod', 'confirmByCode'>) =>
      api.signInMethod.confirmByCode({ body }, { inForm: true }),
    onSuccess: confirmed,
    onError: (error) => {
      if (error instanceof ApiError && error.body.refusal === 'wrongCode') onWrong()
      else showFailure(error)
    },
    meta: { ownProgress: true },
  })
}

/** Cancelling at the device confirms nothing, and the question stays. */
export function useConfirmByPasskey(onConfirmed: () => void) {
  const confirmed = useConfirmed(onConfirmed)
  return useMutation({
    mutationFn: async () => {
      const request = await api.signInMethod.startPasskeyConfirmation()
      const answer = await signByPasskey(request).catch(() => undefined)
      if (answer === undefined) {
        showToast({
          tone: 'info',
          title: 'Notification',
          message: 'The passkey was not confirmed. Try again or cancel.',
        })
        return false
      }
      await api.signInMethod.finishPasskeyConfirmation({ body: { challengeId: request.challengeId, answer } })
      return true
    },
    onSuccess: (isConfirmed) => {
      if (isConfirmed) confirmed()
    },
    meta: { ownProgress: true },
  })
}
