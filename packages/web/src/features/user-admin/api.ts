// Users as administrators see them: the list or a search, and what changes them. Rights may change with it, one's own too, so
// the session user is read again. Source: specification 2, sections 2, 4, 7 and 8.
import { ApiError, type AdminUser, type FoundUser, type UserChange } from '@clubfolio/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshSession } from '../../kernel/refresh-session.ts'
import { useCan } from '../../kernel/session.ts'
import { showToast } from '../../ui/toast.tsx'

const userKeys = {
  all: ['user'] as const,
  list: (keyword: string) => ['user', 'list', keyword] as const,
  groups: (userId: string | null) => ['user', 'group', userId] as const,
}

export const shortestKeyword = 3
/** The server names no more than these for a keyword. */
export const searchLimit = 50

/** Everybody, or those whom a keyword of 3 characters and more finds in name or e-mail. */
export function useUsers(keyword: string) {
  const can = useCan()
  const wanted = keyword.length >= shortestKeyword ? keyword : ''
  return useQuery({
    queryKey: userKeys.list(wanted),
    queryFn: async ({ signal }): Promise<readonly AdminUser[]> => {
      const options = { signal, ownMessage: true } as const
      return wanted === '' ? api.userAdmin.findAll({}, options) : (await api.user.findByKeyword({ params: { keyword: wanted } }, options)).flatMap(toAdminUser)
    },
    placeholderData: keepPreviousData,
    enabled: can('VU'),
  })
}

/** A row that came without VU says too little to be shown here. */
function toAdminUser(user: FoundUser): AdminUser[] {
  const { status, groups, missingKeys } = user
  return status && groups && missingKeys ? [{ ...user, status, groups, missingKeys }] : []
}

const inPlace = { ownProgress: true } as const

/** Resolves when the list shows the change. The specified words for both outcomes; a refusal adds its reason. */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UserChange) => api.userAdmin.update({ body }, { ownMessage: true }),
    onSuccess: () => showToast({ tone: 'info', title: 'Info', message: 'User updated successfully' }),
    onError: (error) => showToast({ tone: 'error', title: 'Error', message: 'Error updating user', detail: error instanceof ApiError ? error.message : undefined }),
    onSettled: () => reload(client),
    meta: inPlace,
  })
}

export interface NewUserForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  /** Null invites the user to set one. */
  readonly password: string | null
  /** Null leaves the choice to the installation. */
  readonly groupIds: readonly string[] | null
}

export function useCreateUser(onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: NewUserForm) => api.userAdmin.create({ body: { ...form, groupIds: form.groupIds && [...form.groupIds] } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onCreated()
    },
    onSettled: () => reload(client),
  })
}

/** Groups to choose from, with those of the user marked; null asks for a user who is still to be made. */
export function useGroupChoices(userId: string | null) {
  const can = useCan()
  return useQuery({
    queryKey: userKeys.groups(userId),
    queryFn: ({ signal }) => api.userAdmin.findGroups({ params: { userId } }, { signal, ownMessage: true }),
    enabled: can('VU') && can('LUP'),
  })
}

export function useSaveGroups(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, groupIds }: { readonly userId: string; readonly groupIds: readonly string[] }) => api.userAdmin.saveGroups({ body: { userId, groupIds: [...groupIds] } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onSaved()
    },
    onSettled: () => reload(client),
  })
}

async function reload(client: QueryClient): Promise<void> {
  // Groups count their users. A session that cannot be read again is ended by the call itself.
  await Promise.all([client.invalidateQueries({ queryKey: userKeys.all }), client.invalidateQueries({ queryKey: ['group'] }), refreshSession().catch(() => undefined)])
}
