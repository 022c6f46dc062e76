// The calls of the Allocation screen. Keys start with `account`, so that a sent order and a new reading of the account
// refetch them.
import type { OrderProposal, TargetPlan, WholeBody } from '@clubfolio/contract'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

const pollMs = 60_000

/** `PLAN`, or the class of the listing by which an account is shown without its plan. */
export type AllocationGrouping = 'PLAN' | 'ASSET_TYPE' | 'SECTOR' | 'COUNTRY'

const allocationKey = (accountId: string | undefined) => ['account', 'allocation', accountId] as const
const planKey = (accountId: string | undefined) => ['account', 'target-plan', accountId] as const

export function useAllocation(accountId: string | undefined, grouping: AllocationGrouping) {
  return useQuery({
    queryKey: [...allocationKey(accountId), grouping],
    queryFn: (context) =>
      api.target.findAllocation(
        { params: { accountId: accountId!, grouping } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountId !== undefined,
    refetchInterval: pollMs,
    // Another grouping of the same account: its figures stay until they are replaced.
    placeholderData: (before, query) => (query?.queryKey[2] === accountId ? before : undefined),
  })
}

export function usePlan(accountId: string) {
  return useQuery({
    queryKey: planKey(accountId),
    queryFn: ({ signal }) => api.target.findPlan({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

/** What a call that changes the plan names: the version that was read. */
interface PlanVersion {
  readonly accountId: string
  readonly version: number
}

function useReloadPlan() {
  const client = useQueryClient()
  return (accountId: string) =>
    Promise.all(
      [allocationKey(accountId), planKey(accountId)].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}

/** The form itself shows a refusal. */
export function useSavePlan() {
  const reload = useReloadPlan()
  return useMutation({
    mutationFn: ({ accountId, version, plan }: PlanVersion & { readonly plan: TargetPlan }) =>
      api.target.savePlan({ body: { accountId, version, plan } }, { inForm: true }),
    onSuccess: (_saved, { accountId }) => reload(accountId),
  })
}

export function useDeletePlan() {
  const reload = useReloadPlan()
  return useMutation({
    mutationFn: ({ accountId, version }: PlanVersion) => api.target.deletePlan({ body: { accountId, version } }),
    onSettled: (_deleted, _error, { accountId }) => reload(accountId),
  })
}

export type ProposalQuestion = WholeBody<'target', 'proposeOrders'>

interface AskedProposal {
  readonly asked: ProposalQuestion
  readonly proposal: OrderProposal
}

const proposalKey = (accountId: string) => ['target-proposal', accountId] as const
const keptMs = 60 * 60_000

/** A question that nothing repeats: the orders stay as they were proposed until the user asks again. */
export function useProposal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProposalQuestion) => api.target.proposeOrders({ body }, { ownMessage: true }),
    meta: { ownProgress: true },
    onSuccess: (proposal, asked) =>
      client.setQueryData<AskedProposal>(proposalKey(asked.accountId), { asked, proposal }),
  })
}

/** The last proposal of an account, for a user who looked at their orders elsewhere and comes back. */
export function useLastProposal(accountId: string): AskedProposal | undefined {
  const { data } = useQuery<AskedProposal>({
    queryKey: proposalKey(accountId),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: keptMs,
  })
  return data
}
