// The calls of actions on positions, and what each change makes stale: orders, positions and the values of accounts.
import type { FlattenPreview, PositionAction, PositionActionPreview, WholeBody } from '@clubfolio/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

/** An action as it is asked for, without the answers to its questions. */
export type AskedAction = Omit<WholeBody<'positionAction', 'actOnPosition'>, 'answered'>

const actionsKey = 'position-action'
const pollMs = 15_000
/** While an action runs its steps are read often; they are in our own records. */
const runningMs = 1_000

/** Reads again what an action changes. What became of it is said before these are read. */
function useReload() {
  const client = useQueryClient()
  return () => {
    for (const key of [actionsKey, 'order', 'account', 'operation', 'wallet'])
      void client.invalidateQueries({ queryKey: [key] })
  }
}

/** The positions of the account, shared with the Operations screen. */
export function usePositions(accountNumber: string) {
  return useQuery({
    queryKey: ['operation', 'open', accountNumber],
    queryFn: (context) =>
      api.operation.findOpenOperationByAccount(
        { params: { accountNumber } },
        { ...refreshOptions(context), ownMessage: true },
      ),
  })
}

/** A preview together with the action it belongs to, so that neither is used without the other. */
export interface PreviewedAction {
  readonly asked: AskedAction
  readonly preview: PositionActionPreview
}

/** Refetched whenever the action changes, and every 15 seconds; until then the answer for the previous one stays. */
export function useActionPreview(asked: AskedAction | undefined) {
  return useQuery({
    queryKey: ['position-action-preview', asked],
    queryFn: async (context): Promise<PreviewedAction> => ({
      asked: asked!,
      preview: await api.positionAction.previewPositionAction(
        { body: asked! },
        { ...refreshOptions(context), ownMessage: true },
      ),
    }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    gcTime: 0,
    retry: false,
  })
}

const isGoing = ({ state }: PositionAction): boolean => state === 'RUNNING' || state === 'WAITING'

/** Actions that are not over, and those of the last day; read every second while one runs. */
export function usePositionActions(accountNumber: string | undefined, isSending = false) {
  return useQuery({
    queryKey: [actionsKey, accountNumber],
    queryFn: (context) =>
      api.positionAction.findPositionActions(
        { params: { accountNumber: accountNumber! } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountNumber !== undefined,
    refetchInterval: ({ state }) => (isSending || state.data?.some(isGoing) === true ? runningMs : pollMs),
  })
}

const inPlace = { ownProgress: true } as const

export function useActOnPosition() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ asked, answered }: { readonly asked: AskedAction; readonly answered: readonly string[] }) =>
      api.positionAction.actOnPosition({ body: { ...asked, answered: [...answered] } }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useRepairAction() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: WholeBody<'positionAction', 'repairPositionAction'>) =>
      api.positionAction.repairPositionAction({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useFlattenPreview(accountNumber: string) {
  return useQuery({
    queryKey: ['position-action-flatten', accountNumber],
    queryFn: (context): Promise<FlattenPreview> =>
      api.positionAction.previewFlatten({ body: { accountNumber } }, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
    gcTime: 0,
    retry: false,
  })
}

export function useFlattenAccount() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountNumber: string }) => api.positionAction.flattenAccount({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}
