// The current time for phrases like "2 days left", updated every half minute.
import { useEffect, useState } from 'react'

const everyMs = 30_000

export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
