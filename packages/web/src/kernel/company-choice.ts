// Lets the screen in view take the company that was chosen in the top bar. Without such a screen the chart opens.
// Source: docs/rules/interface.md, "Company search".
import { useEffect } from 'react'
import { createUserStore } from './store.ts'

type Take = (code: string) => void

const taker = createUserStore<Take | undefined>(undefined)

/** While the screen is shown, it receives each chosen company. `take` must be stable between renders. */
export function useChosenCompany(take: Take): void {
  useEffect(() => {
    taker.set(take)
    return () => {
      if (taker.get() === take) taker.set(undefined)
    }
  }, [take])
}

/** Returns whether a screen took the company. */
export function offerCompany(code: string): boolean {
  const take = taker.get()
  take?.(code)
  return take !== undefined
}
