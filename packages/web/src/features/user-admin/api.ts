// Users as administrators see them: the list or a search, and their mutations. A change may affect rights, including
// the caller's own, so the session user is refetched. Source: docs/rules/access.md, "Users".
import {
  type AdminUser,
  ApiError,
  type FoundUser,
  minKeywordLength,
  type UserChange,
  type WholeBody,
} from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { refreshSession } from '../../kernel/refresh-session.ts'
import { useCan } from '../../kernel/session.ts'
import { fieldFaultsOf } from '../../ui/field-fault.ts'
import { showToast } from '../../ui/toast.tsx'

const userKeys = {
  all: ['user'] as const,
  list: (keyword: string) => ['user', 'list', keyword] as const,
  groups: (userId: string | null) => ['user', 'group', userId] as const,
}

/** The server returns at most this many matches for a keyword. */
export const searchLimit = 50

/** A list of users and the keyword that found them; '' for all. */
export interface ShownUsers {
  readonly keyword: string
  readonly users: readonly AdminUser[]
}

/**
 * All users, or those whose name or e-mail matches a keyword of at least 3 characters. `shown` is the last list that
 * arrived: a search on its way, or one that failed, keeps it.
 */
export function useUsers(keyword: string) {
  const can = useCan()
  const wanted = keyword.length >= minKeywordLength ? keyword : ''
  const query = useQuery({
    queryKey: userKeys.list(wanted),
    queryFn: async ({ signal }): Promise<readonly AdminUser[]> => {
      const options = { signal, ownMessage: true } as const
      return wanted === ''
        ? api.userAdmin.findAll({}, options)
        : (await api.user.findByKeyword({ params: { keyword: wanted } }, options)).flatMap(toAdminUser)
    },
    enabled: can('VU'),
  })
  const [shown, setShown] = useState<ShownUsers>()
  if (query.data && query.data !== shown?.users) setShown({ keyword: wanted, users: query.data })
  return { query, shown }
}

/** Without VU a row lacks the fields needed here, so it is dropped. */
function toAdminUser(user: FoundUser): AdminUser[] {
  const { status, groups, missingKeys } = user
  return status && groups && missingKeys ? [{ ...user, status, groups, missingKeys }] : []
}

const inPlace = { ownProgress: true } as const

/**
 * Resolves when the list shows the change. Both outcomes use the specified wording; a refusal adds its reason, unless
 * that is shown at the field.
 */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UserChange) => api.userAdmin.update({ body }, { ownMessage: true }),
    onSuccess: () => showToast({ tone: 'info', title: 'Info', message: 'User updated successfully' }),
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Error',
        message: 'Error updating user',
        detail: error instanceof ApiError && !concernsField(error) ? error.message : undefined,
      }),
    onSettled: () => reload(client),
    meta: inPlace,
  })
}

const concernsField = (error: ApiError): boolean => Object.keys(fieldFaultsOf(error)).length > 0

/** Without a password the user is invited to set one; without groups the installation chooses them. */
export type NewUserForm = WholeBody<'userAdmin', 'create'>

export function useCreateUser(onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewUserForm) => api.userAdmin.create({ body }, { inForm: true }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onCreated()
    },
    onSettled: () => reload(client),
  })
}

/** The available groups, with those of the user marked; null is for a user who is yet to be created. */
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
    mutationFn: ({ userId, groupIds }: { readonly userId: string; readonly groupIds: readonly string[] }) =>
      api.userAdmin.saveGroups({ body: { userId, groupIds: [...groupIds] } }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onSaved()
    },
    onSettled: () => reload(client),
  })
}

async function reload(client: QueryClient): Promise<void> {
  // Group lists count their users. If the session cannot be refetched, the call itself ends it.
  await Promise.all([
    client.invalidateQueries({ queryKey: userKeys.all }),
    client.invalidateQueries({ queryKey: ['group'] }),
    refreshSession().catch(() => undefined),
  ])
}
