// What the user is: a member of somebody's fund, and nothing else, or somebody who manages. Pure.
import type { MyProfile } from '@clubfolio/contract'
import { z } from 'zod'

export const Standing = z.object({
  /** A manager linked a member of theirs to the user. */
  isMember: z.boolean(),
  /** A member who has no account, no members of their own, and no role in a fund. */
  isMemberOnly: z.boolean(),
})
export type Standing = Readonly<z.output<typeof Standing>>

/** Of somebody who is no member; also assumed until the first answer. */
export const noMember: Standing = { isMember: false, isMemberOnly: false }

/** Returns the standing of somebody with that many accounts. */
export function standingOf(
  { memberOf, isManager }: Pick<MyProfile, 'memberOf' | 'isManager'>,
  accountCount: number,
): Standing {
  const isMember = memberOf.length > 0
  return { isMember, isMemberOnly: isMember && !isManager && accountCount === 0 }
}
