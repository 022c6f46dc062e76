// Roles in a fund, what waits for a second person, and their changes.
import type { BodyOf } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from '../book/api.ts'
import { showChange, type ChangeAnswer } from '../book/change-toast.ts'

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

/** Runs one change of roles or of what waits; both can change everything that is shown of the fund. */
export function useChangeOffice(onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<ChangeAnswer>) => call(),
    onSuccess: (answer) => {
      showChange(answer)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}
