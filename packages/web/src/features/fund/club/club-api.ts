// What papers and mails of a fund carry.
import { ApiError, type NamedBody } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { participationKey } from '../book/api.ts'

const clubKey = (accountId: string) => [...participationKey, 'club', accountId]

export function useClub(accountId: string) {
  return useQuery({
    queryKey: clubKey(accountId),
    queryFn: ({ signal }) => api.club.findClub({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

export type ClubForm = Pick<NamedBody<'club', 'saveClub'>, 'name' | 'address' | 'text'>

export function useSaveClub(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: ClubForm) => api.club.saveClub({ body: { accountId, ...form } }, { inForm: true }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Saved', message }),
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}

/** The largest picture that the server takes. */
export const mostLogoBytes = 1024 ** 2

/** Uploads a logo, or removes it with null; resolves to why it was not taken, or to undefined. */
export function useChangeLogo(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null): Promise<string | undefined> => {
      if (file !== null && file.size > mostLogoBytes)
        return 'This picture is larger than 1 MB. Choose a smaller PNG or JPEG.'
      try {
        if (file === null) await api.club.saveClub({ body: { accountId, removesLogo: true } }, { ownMessage: true })
        else await api.club.uploadLogo({ params: { accountId }, file }, { ownMessage: true })
        return undefined
      } catch (error) {
        if (error instanceof ApiError) return error.message
        throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: clubKey(accountId) }),
  })
}
