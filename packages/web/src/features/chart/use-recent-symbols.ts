// The symbols whose charts the user viewed last; part of their preferences, so every browser has them.
import { useEffect, useEffectEvent } from 'react'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { withRecent } from './recent-symbols.ts'

const none: string[] = []
const useStoredSymbols = () => usePreference('recentSymbols', none, isTextList)

export const useRecentSymbols = (): readonly string[] => useStoredSymbols()[0]

/** Remembers a symbol once it is known to exist; undefined until then. */
export function useRememberSymbol(symbol: string | undefined): void {
  const [symbols, setSymbols] = useStoredSymbols()
  const remember = useEffectEvent((viewed: string) => {
    if (symbols[0] !== viewed) setSymbols(withRecent(symbols, viewed))
  })
  useEffect(() => {
    if (symbol !== undefined) remember(symbol)
  }, [symbol])
}
