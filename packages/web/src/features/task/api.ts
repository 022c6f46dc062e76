// The history of tasks page by page, and cancelling. Running tasks update through push messages; the tasks of other
// users, which send no messages here, are polled.
import type { ParamsOf } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { usePollMs } from '../../kernel/push-state.ts'
import { showToast } from '../../ui/toast.tsx'

const idlePollMs = 15_000
const othersPollMs = 3_000

type TaskPage = ParamsOf<'task', 'find'>

export function useTasks(place: TaskPage, isWanted: boolean) {
  const idleMs = usePollMs(idlePollMs)
  const ownMs = usePollMs(othersPollMs)
  return useQuery({
    queryKey: ['task', 'page', place],
    queryFn: ({ signal }) => api.task.find({ params: place }, { signal, ownMessage: true }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.result.some(({ status }) => status === 'RUNNING')
        ? place.whose === 'ALL'
          ? othersPollMs
          : ownMs
        : idleMs,
    enabled: isWanted,
  })
}

export function useCancelTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.task.cancel({ body: { id } }),
    onSuccess: ({ message }) => showToast({ tone: 'info', title: 'Task', message }),
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
    meta: { ownProgress: true },
  })
}
