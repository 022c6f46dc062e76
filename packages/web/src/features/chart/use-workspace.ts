// The workspace of one chart: restored once both are loaded, then saved every 10 seconds and on leaving if something
// changed. Without a saved one the chart starts with its defaults. Source: docs/rules/trading.md, "Chart workspace".
import { defaultWorkspace, readWorkspace, type StockChartPort, type StockWorkspace } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSavedWorkspace, useSaveWorkspace } from './api.ts'
import { createWorkspaceKeeper, type SaveState, type WorkspaceKeeper } from './workspace-keeper.ts'

const saveEveryMs = 10_000

export type WorkspaceState =
  | SaveState
  | { readonly kind: 'unloaded'; readonly why: string; readonly retry: () => void }
  | { readonly kind: 'newer' }

/** `onLoad` receives the restored workspace, so that adjacent controls can follow. Nothing is saved before that. */
export function useWorkspace(
  symbol: string,
  timing: BarTiming,
  port: StockChartPort | undefined,
  onLoad: (workspace: StockWorkspace) => void,
) {
  const saved = useSavedWorkspace(symbol, timing)
  const write = useSaveWorkspace(symbol, timing)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'idle' })
  const keeper = useRef<WorkspaceKeeper | undefined>(undefined)
  // The initially loaded config; later values are this chart's own saves.
  const [first, setFirst] = useState<{ readonly config: string | null }>()
  if (first === undefined && saved.data !== undefined) setFirst({ config: saved.data })
  const workspace =
    first === undefined ? undefined : first.config === null ? defaultWorkspace : readWorkspace(first.config)
  const isNewer = first !== undefined && workspace === undefined

  const start = useEffectEvent((chart: StockChartPort) => {
    chart.load(workspace ?? defaultWorkspace)
    onLoad(workspace ?? defaultWorkspace)
    const read = () => JSON.stringify(chart.save())
    return createWorkspaceKeeper({ read, write, nowMs: Date.now, onState: setSaveState }, read())
  })

  useEffect(() => {
    if (port === undefined || first === undefined || isNewer) return undefined
    const own = start(port)
    keeper.current = own
    const timer = setInterval(() => void own.save(), saveEveryMs)
    const onHide = () => {
      if (document.visibilityState === 'hidden') void own.leave()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHide)
      keeper.current = undefined
      void own.leave()
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
