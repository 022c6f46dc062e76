// The three best and the three worst lines of the day, of the member's own part.
import { BestAndWorst } from '../attribution/best-and-worst.tsx'
import type { HomeSectionProps } from './home-sections.ts'

/** Before the first units, and after the last ones, no line is the member's. */
export function BestAndWorstSection({ place: { accountId, memberId, since, until } }: HomeSectionProps) {
  if (since === null || until !== null) return null
  return <BestAndWorst accountId={accountId} memberId={memberId} />
}
