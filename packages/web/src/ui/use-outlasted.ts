// Distinguishes a wait that is worth showing from one that ends before anyone notices.
import { useEffect, useState } from 'react'

/** Returns true once `isOn` has lasted for `delayMs` without interruption. */
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
