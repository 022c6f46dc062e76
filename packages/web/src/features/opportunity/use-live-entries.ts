// The live states of the rows on the page, by code, updated with each quote; empty outside a session.
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { useMemo, useState } from 'react'
import { useLastPrices } from '../../kernel/quote.ts'
import { liveEntry, nothingSeen, widenSeen, type LiveEntry } from './live-entry.ts'

const noCodes: readonly string[] = []

export type LiveEntries = ReadonlyMap<string, LiveEntry>

export function useLiveEntries(direction: InvestmentType, rows: readonly Opportunity[] | undefined): LiveEntries {
  const day = rows?.find(({ session }) => session !== null)?.session?.day
  const codes = useMemo(
    () => (day === undefined || !rows ? noCodes : rows.map(({ instrumentCode }) => instrumentCode)),
    [rows, day],
  )
  const lasts = useLastPrices(codes)
  const [seen, setSeen] = useState(nothingSeen)
  // A price that was reached counts even after it has reversed, so the seen range is separate state.
  const widened = widenSeen(seen, day, lasts)
  if (widened !== seen) setSeen(widened)
  return useMemo(() => {
    const entries = (rows ?? []).map((row) => [row.instrumentCode, liveEntry(direction, row, widened)] as const)
    return new Map(entries.filter((entry): entry is readonly [string, LiveEntry] => entry[1] !== undefined))
  }, [direction, rows, widened])
}
