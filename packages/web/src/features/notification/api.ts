// A person's notifications: the newest for the top bar, pages for the notification centre, and what reading makes
// stale.
import type { BodyOf, NotificationChoices, ParamsOf } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { usePollMs } from '../../kernel/push-state.ts'

const pollMs = 15_000
const stale = { queryKey: ['notification'] }
const quietly = { meta: { ownProgress: true } } as const

/**
 * The newest twenty and the unread count; refetched when a push message announces a change, otherwise every fifteen
 * seconds.
 */
export function useRecentNotifications() {
  return useQuery({
    queryKey: ['notification', 'recent'],
    queryFn: ({ signal }) => api.notification.findRecent({}, { signal, ownMessage: true, background: true }),
    refetchInterval: usePollMs(pollMs),
  })
}

type NotificationPage = ParamsOf<'notification', 'find'>

export function useNotifications(place: NotificationPage, isWanted: boolean) {
  return useQuery({
    queryKey: ['notification', 'page', place],
    queryFn: ({ signal }) => api.notification.find({ params: place }, { signal, ownMessage: true }),
    placeholderData: (before) => before,
    refetchInterval: usePollMs(pollMs),
    enabled: isWanted,
  })
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mark: { readonly id: string; readonly isRead: boolean }) => api.notification.markRead({ body: mark }),
    onSuccess: () => client.invalidateQueries(stale),
    ...quietly,
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.notification.markAllRead(),
    onSuccess: () => client.invalidateQueries(stale),
    ...quietly,
  })
}

const choicesKey = ['notification-choice'] as const

export function useNotificationChoices() {
  return useQuery({
    queryKey: choicesKey,
    queryFn: ({ signal }) => api.notificationChoice.find({}, { signal, ownMessage: true }),
  })
}

export function useSaveChoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choice: NotificationChoices['choices'][number]) => api.notificationChoice.save({ body: choice }),
    onSettled: () => client.invalidateQueries({ queryKey: choicesKey }),
    ...quietly,
  })
}

const devicesKey = ['push-device'] as const

export function usePushDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => api.webPush.findDevices({}, { signal, ownMessage: true }),
  })
}

export function useSavePushDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'webPush', 'saveDevice'>) => api.webPush.saveDevice({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
    ...quietly,
  })
}

export function useRemovePushDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.webPush.removeDevice({ body: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
    ...quietly,
  })
}

export function useTestPushDevice() {
  return useMutation({ mutationFn: (id: string) => api.webPush.testDevice({ body: { id } }), ...quietly })
}
