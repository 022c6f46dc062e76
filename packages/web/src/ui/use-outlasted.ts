// Tells a wait that is worth showing from one that is over before anybody notices.
import { useEffect, useState } from 'react'

/** True once `isOn` has lasted for `delayMs` without a pause. */
export function useOutlasted(isOn: boolean, delayMs: number): boolean {
  const [hasOutlasted, setOutlasted] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setOutlasted(true), delayMs)
    return () => {
      clearTimeout(timer)
      setOutlasted(false)
    }
  }, [isOn, delayMs])
  return isOn && hasOutlasted
}
