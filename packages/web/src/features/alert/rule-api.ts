// The calls for alert rules, and what changing a rule makes stale: the rules, their history, and the active alerts.
import type { AskedAlertRule, WholeBody } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { usePollMs } from '../../kernel/push-state.ts'
import { contentText } from '../../kernel/content-text.ts'
import { showToast } from '../../ui/toast.tsx'

const pollMs = 15_000
const rulesKey = ['alert', 'rules'] as const

export function useRules(isWanted: boolean) {
  return useQuery({
    queryKey: rulesKey,
    queryFn: (context) => api.alertRule.find({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: pollMs,
    enabled: isWanted,
  })
}

export interface FiringPage {
  readonly start: number
  readonly count: number
}

export function useFirings({ start, count }: FiringPage) {
  return useQuery({
    queryKey: ['alert', 'firings', start, count],
    queryFn: (context) =>
      api.alertRule.findFirings({ params: { start, count } }, { ...refreshOptions(context), ownMessage: true }),
    placeholderData: (before) => before,
    // Each firing is pushed.
    refetchInterval: usePollMs(pollMs),
  })
}

export type RuleSubjectAsked = WholeBody<'alertRule', 'preview'>

/** Fetches what the rule in a dialog would wait for; refetches when the draft changes. */
export function useRulePreview(asked: RuleSubjectAsked | undefined) {
  return useQuery({
    queryKey: ['alert', 'preview', contentText(asked ?? null)],
    queryFn: ({ signal }) => api.alertRule.preview({ body: asked! }, { signal, ownMessage: true, background: true }),
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    retry: false,
    staleTime: 0,
  })
}

function useRuleChange<Change>(call: (change: Change) => Promise<{ readonly message: string }>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onDone?.()
      await client.invalidateQueries({ queryKey: ['alert'] })
    },
  })
}

/** Creates a rule, or updates the one with this id. Its form shows a refusal. */
export const useSaveRule = (id: string | undefined, onSaved: () => void) =>
  useRuleChange(
    (rule: AskedAlertRule) =>
      id === undefined
        ? api.alertRule.create({ body: rule }, { inForm: true })
        : api.alertRule.update({ body: { ...rule, id } }, { inForm: true }),
    onSaved,
  )
export const usePauseRule = () =>
  useRuleChange((body: { id: string; isPaused: boolean }) => api.alertRule.pause({ body }))
export const useDeleteRule = () => useRuleChange((id: string) => api.alertRule.delete({ body: { id } }))
