// Roles in a fund, and what waits for a second person.
import type { BodyOf } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'

export function useApprovals(accountId: string | undefined) {
  return useQuery({
    queryKey: [...participationKey, 'approvals', accountId],
    queryFn: ({ signal }) =>
      api.fund.findApprovals({ params: { accountId: accountId! } }, { signal, ownMessage: true }),
    enabled: accountId !== undefined,
  })
}

/** What a waiting change would do in the books as they are now. */
export function useApprovalPreview(body: BodyOf<'fund', 'previewApproval'>) {
  return useQuery({
    queryKey: [...participationKey, 'approval-preview', body.accountId, body.id],
    queryFn: ({ signal }) => api.fund.previewApproval({ body }, { signal, ownMessage: true }),
    retry: false,
  })
}

export function useRoles(accountId: string) {
  return useQuery({
    queryKey: [...participationKey, 'roles', accountId],
    queryFn: ({ signal }) => api.fund.findRoles({ params: { accountId } }, { signal, ownMessage: true }),
  })
}
