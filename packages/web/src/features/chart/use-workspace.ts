// The workspace of one chart: restored once both are loaded, with what this browser has kept of it, then kept, saved
// and merged by its keeper. Without a saved one the chart starts with its defaults.
// Source: docs/rules/trading.md, "Chart workspace".
import { readWorkspace, type StockChartPort, type StockWorkspace } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { chartDrafts, registerOpenChart } from '../../kernel/chart-drafts.ts'
import { session } from '../../kernel/session.ts'
import { useSavedWorkspace, workspaceCalls, workspaceKey } from './api.ts'
import { mergeConfigs, NewerWorkspaceError, readSaved, type SavedChart } from './save-merged.ts'
import { createWorkspaceKeeper, type SaveState, type WorkspaceKeeper } from './workspace-keeper.ts'

const saveEveryMs = 10_000
const lookEveryMs = 1_000

export type WorkspaceState = SaveState | { readonly kind: 'unloaded'; readonly why: string; readonly retry: () => void }

/**
 * `onLoad` receives the restored workspace, and later each one that was merged, so that adjacent controls can follow.
 * Nothing is saved before the first.
 */
export function useWorkspace(
  symbol: string,
  timing: BarTiming,
  port: StockChartPort | undefined,
  onLoad: (workspace: StockWorkspace) => void,
) {
  const client = useQueryClient()
  const saved = useSavedWorkspace(symbol, timing)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'idle' })
  const keeper = useRef<WorkspaceKeeper | undefined>(undefined)
  // The chart that was initially loaded; the keeper knows later ones.
  const [first, setFirst] = useState<SavedChart>()
  if (first === undefined && saved.data !== undefined && !saved.isFetching) setFirst(saved.data)
  const isNewer = first !== undefined && first.config !== null && readWorkspace(first.config) === undefined

  const start = useEffectEvent((chart: StockChartPort, { config, revision }: SavedChart) => {
    const userId = session.user()?.id ?? ''
    const name = { userId, symbol, timing }
    const keep = (text: string, base: SavedChart) => chartDrafts.keep({ ...name, config: text, base })
    let isClosed = false
    const show = (text: string) => {
      const workspace = readSaved(text)
      chart.load(workspace)
      onLoad(workspace)
    }
    const read = () => JSON.stringify(chart.save())
    // The saved chart as this version writes it, which may order or complete it differently.
    const savedText = JSON.stringify(readSaved(config))
    const found = chartDrafts.list(userId).filter((kept) => kept.symbol === symbol && kept.timing === timing)
    const restored = found.reduce(mergeKept, savedText)
    // One draft of this page holds from now on what all of them held.
    if (found.length > 0 && (restored === savedText || keep(restored, { config: savedText, revision })))
      for (const kept of found) chartDrafts.settle(kept)
    show(restored)
    const made = createWorkspaceKeeper(
      {
        read,
        apply: (text) => {
          if (!isClosed) show(text)
        },
        calls: (isLeaving) => {
          const calls = workspaceCalls(symbol, timing, isLeaving)
          return {
            ...calls,
            // Returning to the chart finds it, also without a connection.
            write: async (text, base) => {
              const next = await calls.write(text, base)
              client.setQueryData<SavedChart>(workspaceKey(symbol, timing), { config: text, revision: next })
              return next
            },
          }
        },
        drafts: {
          // A page whose user has signed out must leave nothing behind.
          keep: (text, base) => session.user()?.id === userId && keep(text, base),
          drop: () => chartDrafts.drop(name),
        },
        isOnline: () => navigator.onLine,
        nowMs: Date.now,
        onState: setSaveState,
      },
      { config: restored === savedText ? read() : savedText, revision },
    )
    const unregister = registerOpenChart({ ...name, save: made.flush })
    return {
      keeper: made,
      close: () => {
        isClosed = true
        unregister()
      },
    }
  })

  useEffect(() => {
    if (port === undefined || first === undefined || isNewer) return undefined
    const own = start(port, first)
    const made = own.keeper
    keeper.current = made
    const stop = new AbortController()
    const { signal } = stop
    const timers = [setInterval(made.look, lookEveryMs), setInterval(() => void made.save(), saveEveryMs)]
    // Kept changes of a chart that was restored are sent at once.
    void made.save()
    const refresh = () => void made.refresh()
    addEventListener('online', () => void made.save(), { signal })
    addEventListener('offline', made.look, { signal })
    addEventListener('focus', refresh, { signal })
    addEventListener('pagehide', () => void made.leave(), { signal })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') void made.leave()
        else refresh()
      },
      { signal },
    )
    return () => {
      for (const timer of timers) clearInterval(timer)
      stop.abort()
      keeper.current = undefined
      own.close()
      void made.leave()
    }
  }, [port, first, isNewer])

  const state: WorkspaceState =
    saved.isError && first === undefined
      ? { kind: 'unloaded', why: saved.error.message, retry: () => void saved.refetch() }
      : isNewer
        ? { kind: 'newer' }
        : saveState
  return { state, save: () => void keeper.current?.save() }
}

/** Returns the chart with the kept changes; those of a later version of this product stay where they are kept. */
function mergeKept(text: string, { base, config }: { readonly base: SavedChart; readonly config: string }): string {
  try {
    return mergeConfigs(base.config, config, text)
  } catch (error) {
    if (error instanceof NewerWorkspaceError) return text
    throw error
  }
}
