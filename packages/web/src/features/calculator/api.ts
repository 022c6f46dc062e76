// The saved analyses of the calculator, and what changing them makes stale.
import type { AnalysisContent } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showToast } from '../../ui/toast.tsx'

const analysesKey = ['calculator', 'analyses'] as const

export function useAnalyses(isWanted: boolean) {
  return useQuery({
    queryKey: analysesKey,
    queryFn: (context) => api.calculator.findAnalyses({}, { ...refreshOptions(context), ownMessage: true }),
    enabled: isWanted,
  })
}

function useAnalysisChange<Change>(
  call: (change: Change) => Promise<{ readonly message: string }>,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      await client.invalidateQueries({ queryKey: analysesKey })
      onDone()
    },
  })
}

/** Its form shows a refusal. */
export const useSaveAnalysis = (onDone: () => void) =>
  useAnalysisChange(
    (body: { name: string; content: AnalysisContent }) => api.calculator.saveAnalysis({ body }, { inForm: true }),
    onDone,
  )
export const useDeleteAnalysis = () =>
  useAnalysisChange(
    (id: string) => api.calculator.deleteAnalysis({ body: { id } }),
    () => undefined,
  )
