// The calls for scheduled reports.
import type { WholeBody } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { showToast } from '../../ui/toast.tsx'
import { isInProgress } from './run-api.ts'

const schedulesKey = ['report', 'schedules'] as const
/** Runs happen on their own, so the list is polled; more often while one is under way. */
const idleMs = 30_000
const busyMs = 1_000

/** The content of a schedule; null means the report's own order, or all of its columns. */
export type ScheduledRequest = WholeBody<'reportDelivery', 'generatePdf'>

/** Its id is the schedule to change; null creates one. */
export type ScheduleToSave = WholeBody<'reportDelivery', 'saveSchedule'>

export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: (context) => api.reportDelivery.findSchedules({}, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ lastRun }) => lastRun !== null && isInProgress(lastRun)) ? busyMs : idleMs,
  })
}

export function useScheduleRuns(scheduleId: string) {
  return useQuery({
    queryKey: [...schedulesKey, scheduleId],
    queryFn: (context) =>
      api.reportDelivery.findScheduleRuns({ params: { scheduleId } }, { ...refreshOptions(context), ownMessage: true }),
    refetchInterval: ({ state: { data } }) => (data?.some(isInProgress) ? busyMs : idleMs),
  })
}

function useScheduleChange<Change>(
  call: (change: Change) => Promise<{ readonly message: string }>,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onDone?.()
      await client.invalidateQueries({ queryKey: schedulesKey })
    },
  })
}

/** Its form shows a refusal. */
export const useSaveSchedule = (onSaved: () => void) =>
  useScheduleChange((body: ScheduleToSave) => api.reportDelivery.saveSchedule({ body }, { inForm: true }), onSaved)
export const usePauseSchedule = () =>
  useScheduleChange((body: { id: string; isPaused: boolean }) => api.reportDelivery.pauseSchedule({ body }))
export const useDeleteSchedule = (onDone: () => void) =>
  useScheduleChange((id: string) => api.reportDelivery.deleteSchedule({ body: { id } }), onDone)
export const useRunSchedule = () => useScheduleChange((id: string) => api.reportDelivery.runSchedule({ body: { id } }))
