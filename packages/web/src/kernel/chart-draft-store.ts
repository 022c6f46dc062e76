// Changes of charts that the server does not have yet, kept in this browser: one entry of local storage per chart and
// page, so that two tabs never overwrite each other's. An entry survives a reload and the end of a session, is read for
// its own user alone, and is deleted when they sign out. See docs/decisions/0050-charts-are-merged.md.
import { barTimings } from '@clubfolio/contract'
import { z } from 'zod'
import { parseStored } from './parse-stored.ts'

const Draft = z.object({
  userId: z.string(),
  symbol: z.string(),
  timing: z.enum(barTimings),
  /** The chart as it is on this page. */
  config: z.string(),
  /** The saved chart that the changes began with: its text, null for none, and its name at the server. */
  base: z.object({ config: z.string().nullable(), revision: z.string().nullable() }),
})
export type ChartDraft = z.output<typeof Draft>

export type ChartName = Pick<ChartDraft, 'userId' | 'symbol' | 'timing'>

/** The subset of local storage that the drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface ChartDrafts {
  /** Keeps this page's changes of a chart in place of its earlier ones; false when the storage is full. */
  readonly keep: (draft: ChartDraft) => boolean
  /** Deletes this page's changes of a chart. */
  readonly drop: (chart: ChartName) => void
  /** Returns what any page of the user has kept. */
  readonly list: (userId: string) => readonly KeptDraft[]
  /** Deletes a listed draft, unless its page has changed it since. */
  readonly settle: (kept: KeptDraft) => void
  /** Deletes everything of a user. */
  readonly forget: (userId: string) => void
}

export interface KeptDraft extends ChartDraft {
  /** Where it is stored, and the stored text. */
  readonly at: string
  readonly stored: string
}

/** Entries that begin like this outlive the end of a session; see kernel/session.ts. */
const prefix = 'pendingChart:'

/** `pageId` differs for every page that is open. */
export function createChartDrafts(storage: DraftStorage, pageId: string): ChartDrafts {
  const placeOf = ({ userId, symbol, timing }: ChartName) => `${prefix}${userId}:${symbol}:${timing}:${pageId}`
  const placesOf = (userId: string) =>
    Array.from({ length: storage.length }, (_none, index) => storage.key(index) ?? '').filter((name) =>
      name.startsWith(`${prefix}${userId}:`),
    )
  return {
    keep: (draft) => {
      try {
        storage.setItem(placeOf(draft), JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    drop: (chart) => storage.removeItem(placeOf(chart)),
    list: (userId) =>
      placesOf(userId).flatMap((at) => {
        const stored = storage.getItem(at) ?? ''
        const draft = parseStored(Draft, stored)
        return draft?.userId === userId ? [{ ...draft, at, stored }] : []
      }),
    settle: ({ at, stored }) => {
      if (storage.getItem(at) === stored) storage.removeItem(at)
    },
    forget: (userId) => {
      for (const at of placesOf(userId)) storage.removeItem(at)
    },
  }
}
