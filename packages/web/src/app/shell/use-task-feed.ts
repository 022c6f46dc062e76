// Feeds the top bar's task list: fetches running tasks once, then receives messages; without messages it polls, often
// while tasks run and rarely while none do.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../kernel/api.ts'
import { usePollMs } from '../../kernel/push-state.ts'
import { receiveTasks } from '../../kernel/task-list.ts'

const busyPollMs = 2_000
const idlePollMs = 30_000

export function useTaskFeed(isWanted: boolean): void {
  const [busyMs, idleMs] = [usePollMs(busyPollMs), usePollMs(idlePollMs)]
  const { data } = useQuery({
    queryKey: ['task', 'recent'],
    queryFn: ({ signal }) => api.task.findRecent({}, { signal, ownMessage: true, background: true }),
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'RUNNING') ? busyMs : idleMs),
  })
  useEffect(() => {
    if (data) receiveTasks(data)
  }, [data])
}
