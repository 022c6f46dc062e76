// Groups and their permissions: the lists and their mutations. A change of rights may affect the user's own, so the
// session user is refetched too. Source: docs/rules/access.md, "Groups".
import type { GroupChange, GroupPermission, WholeBody } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshSession } from '../../kernel/refresh-session.ts'
import { useCan } from '../../kernel/session.ts'
import { showRest } from '../../ui/field-fault.ts'
import { showToast } from '../../ui/toast.tsx'

const groupKeys = {
  all: ['group'] as const,
  list: ['group', 'list'] as const,
  permissions: (groupId: string) => ['group', 'permission', groupId] as const,
}

export type GroupForm = WholeBody<'group', 'create'>

export function useGroups() {
  const can = useCan()
  return useQuery({
    queryKey: groupKeys.list,
    queryFn: ({ signal }) => api.group.findAll({}, { signal, ownMessage: true }),
    enabled: can('VG'),
  })
}

const inPlace = { ownProgress: true } as const
const sayDone = ({ message }: { readonly message: string }) => showToast({ tone: 'success', title: 'Success', message })

export function useCreateGroup(onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: GroupForm) => api.group.create({ body }, { inForm: true }),
    onSuccess: async (answer) => {
      sayDone(answer)
      await reload(client)
      onCreated()
    },
    meta: inPlace,
  })
}

/**
 * Resolves when the list shows the change, so that an inline editor closes on the new value. The editor shows what is
 * wrong with a name or a name key.
 */
export function useUpdateGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: GroupChange) => api.group.update({ body }, { inForm: true }),
    onSuccess: sayDone,
    onError: (error) => showRest(error, ['name', 'nameKey']),
    onSettled: () => reload(client),
    meta: inPlace,
  })
}

export function useDeleteGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.group.delete({ body: { id } }),
    onSuccess: sayDone,
    onSettled: () => reload(client),
  })
}

export function usePermissions(groupId: string) {
  return useQuery({
    queryKey: groupKeys.permissions(groupId),
    queryFn: ({ signal }) => api.permission.findByGroup({ params: { groupId } }, { signal, ownMessage: true }),
  })
}

/** The switch itself shows that the change is saved; only a failure shows a toast. */
export function useChangePermission(groupId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, enabled }: Pick<GroupPermission, 'id' | 'enabled'>) =>
      api.permission.changeSinglePermission({ body: { groupID: groupId, permissionID: id, enabled } }),
    onSettled: () => reload(client),
    meta: inPlace,
  })
}

async function reload(client: QueryClient): Promise<void> {
  // The list does not wait for the session, which may never answer without a line. If it cannot be refetched, the call
  // itself ends it.
  void refreshSession().catch(() => undefined)
  // User lists show groups too.
  await Promise.all([
    client.invalidateQueries({ queryKey: groupKeys.all }),
    client.invalidateQueries({ queryKey: ['user'] }),
  ])
}
