// Whether a confirmation has waited so long for its preview that the order may go out without one.
import { useEffect, useState } from 'react'

const lateMs = 3_000

/** Counted from the moment that `reviewId` is there; each review waits for itself. */
export function useLate(reviewId: string | undefined): boolean {
  const [lateId, setLateId] = useState<string>()
  useEffect(() => {
    if (reviewId === undefined) return
    const timer = setTimeout(() => setLateId(reviewId), lateMs)
    return () => clearTimeout(timer)
  }, [reviewId])
  return reviewId !== undefined && lateId === reviewId
}
