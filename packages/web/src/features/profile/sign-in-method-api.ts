// The calls of a person's own sign-in methods.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { createPasskey } from '../../kernel/passkey.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showToast } from '../../ui/toast.tsx'
import { succeed } from './succeed.ts'

const methodsKey = ['profile', 'sign-in-methods'] as const

export function useSignInMethods() {
  return useQuery({
    queryKey: methodsKey,
    queryFn: (context) => api.signInMethod.findMySignInMethods({}, { ...refreshOptions(context), ownMessage: true }),
  })
}

/** Makes the list stale after any change of it; switching text messages off also ends sessions. */
function useChangedMethods() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['profile'] })
}

export function useStartAuthenticator() {
  return useMutation({
    mutationFn: (form: { readonly name: string; readonly password: string }) =>
      api.signInMethod.startAuthenticator({ body: form }, { inForm: true }),
  })
}

export function useConfirmAuthenticator() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: (form: { readonly id: string; readonly code: string }) =>
      api.signInMethod.confirmAuthenticator({ body: form }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: changed,
  })
}

/** Makes a passkey on a device and stores it. Cancelling at the device changes nothing. */
export function useAddPasskey() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: async ({ name, password }: { readonly name: string; readonly password: string }) => {
      const creation = await api.signInMethod.startPasskey({ body: { password } }, { inForm: true })
      const answer = await createPasskey(creation).catch(() => undefined)
      if (answer === undefined) {
        showToast({ tone: 'info', title: 'Notification', message: 'No passkey was created. Nothing was changed.' })
        return false
      }
      const { challengeId } = creation
      const { message } = await api.signInMethod.finishPasskey(
        { body: { challengeId, name, answer } },
        { inForm: true },
      )
      succeed(message)
      return true
    },
    onSettled: changed,
  })
}

export function useRenameMethod() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: (form: { readonly id: string; readonly name: string }) =>
      api.signInMethod.renameSignInMethod({ body: form }, { inForm: true }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: changed,
  })
}

export function useRemoveMethod() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: (form: { readonly id: string; readonly password: string }) =>
      api.signInMethod.removeSignInMethod({ body: form }, { inForm: true }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: changed,
  })
}

export function useMakeRecoveryCodes() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: (password: string) => api.signInMethod.makeRecoveryCodes({ body: { password } }, { inForm: true }),
    onSettled: changed,
  })
}

export function useSwitchSms() {
  const changed = useChangedMethods()
  return useMutation({
    mutationFn: (form: { readonly isOn: boolean; readonly password: string }) =>
      api.signInMethod.switchSmsCodes({ body: form }, { inForm: true }),
    onSuccess: ({ message }) => succeed(message),
    onSettled: changed,
  })
}
