// Whole seconds until a moment, measured by the clock and not by ticks, so that a sleeping tab does not gain time.
import { useEffect, useRef, useState } from 'react'

/** Returns the seconds left until `deadlineMs`; calls `onZero` once when they have run out. */
export function useCountdown(deadlineMs: number, onZero?: () => void): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const zeroRef = useRef(onZero)
  useEffect(() => {
    zeroRef.current = onZero
  }, [onZero])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const now = Date.now()
      setNowMs(now)
      const leftMs = deadlineMs - now
      if (leftMs <= 0) zeroRef.current?.()
      // The next change of the shown second.
      else timer = setTimeout(tick, leftMs % 1_000 || 1_000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadlineMs])
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1_000))
}
