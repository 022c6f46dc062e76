// Whether a confirmation has waited long enough for its preview that the order may be sent without one.
import { useEffect, useState } from 'react'

const lateMs = 3_000

/** Counted from when `reviewId` is set; each review starts its own wait. */
export function useLate(reviewId: string | undefined): boolean {
  const [lateId, setLateId] = useState<string>()
  useEffect(() => {
    if (reviewId === undefined) return
    const timer = setTimeout(() => setLateId(reviewId), lateMs)
    return () => clearTimeout(timer)
  }, [reviewId])
  return reviewId !== undefined && lateId === reviewId
}
