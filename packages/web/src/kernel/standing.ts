// What the user is, as the server says it. The menu, the dashboard and the screens of managers depend on it, so that a
// member meets no empty screen of a manager. The last answer is kept for the next page load, which then shows the right
// menu at once. Source: docs/rules/fund.md, "A member's home".
import { useEffect } from 'react'
import { useAccountList } from './account-list.ts'
import { noMember, Standing, standingOf } from './member-standing.ts'
import { parseStored } from './parse-stored.ts'
import { useProfile } from './profile.ts'
import { session } from './session.ts'
import { createUserStore, useStore } from './store.ts'

const keyOf = (userId: string): string => `standing:${userId}`
const keptOf = (userId: string | undefined): Standing | undefined =>
  userId === undefined ? undefined : parseStored(Standing, localStorage.getItem(keyOf(userId)))

const kept = createUserStore<Standing | undefined>(undefined)
kept.set(keptOf(session.user()?.id))

session.subscribe((user) => {
  if (user && !kept.get()) kept.set(keptOf(user.id))
})

/** Returns the last known standing, for code outside of components. */
export const knownStanding = (): Standing => kept.get() ?? noMember

export interface ShownStanding extends Standing {
  /** False until the first answer; a failed one counts as that of somebody who is no member. */
  readonly isKnown: boolean
}

/** Returns what the user is: `const { isMemberOnly } = useStanding()`. */
export function useStanding(): ShownStanding {
  const { data: profile, isError } = useProfile()
  // An account that was just linked counts before the profile is read again.
  const { data: accounts } = useAccountList(undefined, profile !== undefined && profile.memberOf.length > 0)
  const known = useStore(kept)
  const answered = profile && standingOf(profile, accounts?.length ?? 0)
  const { isMember, isMemberOnly } = answered ?? known ?? noMember
  const isAnswered = answered !== undefined
  useEffect(() => {
    const user = session.user()
    const before = kept.get()
    if (!isAnswered || !user || (before?.isMember === isMember && before.isMemberOnly === isMemberOnly)) return
    localStorage.setItem(keyOf(user.id), JSON.stringify({ isMember, isMemberOnly }))
    kept.set({ isMember, isMemberOnly })
  }, [isAnswered, isMember, isMemberOnly])
  return { isMember, isMemberOnly, isKnown: isAnswered || known !== undefined || isError }
}
