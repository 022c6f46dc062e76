// What a step of a division writes: a change with `next_at` waits until then, one without it goes on at once.
import type { Updateable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Services } from '../../services.ts'

export type DivisionChange = Updateable<Tables['entry_division']>

const soonMs = 3_000
const longestPauseMs = 5 * 60_000
/** After this long without an order the market has moved on: the rest is not entered any more. */
export const enterWithinMs = 120_000

export const after = ({ clock }: Services, ms: number): DivisionChange => ({ next_at: new Date(clock.nowMs() + ms) })

/** Tries again in the next turn of the job. */
export const soon = (services: Services): DivisionChange => after(services, soonMs)

/** Tries again after as long as it has failed since, for at most 5 minutes: a brokerage may never do it. */
export const later = (services: Services, since: Date): DivisionChange =>
  after(services, Math.min(longestPauseMs, Math.max(soonMs, services.clock.nowMs() - since.getTime())))
