// The user's own data, and what they are here: whose member, and whether they manage anything.
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useSessionUser } from './session.ts'

export const profileKey = ['profile', 'mine'] as const

export function useProfile() {
  const user = useSessionUser()
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.profile.findMyProfile({}, { signal, ownMessage: true }),
    enabled: user !== undefined,
  })
}
