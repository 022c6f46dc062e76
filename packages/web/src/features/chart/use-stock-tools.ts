// The chart's drawing tools and indicators, loaded after the chart itself. If one fails to load, the chart stays
// unchanged.
import type { StockChartPort, StockTools, ToolState } from '@clubfolio/charts'
import { useEffect, useState } from 'react'

type ToolsModule = typeof import('@clubfolio/charts/stock-tools')

export interface LoadedTools {
  readonly tools: StockTools
  readonly state: ToolState
  /** All available indicators, each with its definition in words. */
  readonly module: ToolsModule
}

export function useStockTools(port: StockChartPort | undefined): LoadedTools | undefined {
  const [loaded, setLoaded] = useState<{
    readonly port: StockChartPort
    readonly tools: StockTools
    readonly module: ToolsModule
  }>()
  const [state, setState] = useState<ToolState>()
  useEffect(() => {
    if (port === undefined) return undefined
    let isGone = false
    let leave: (() => void) | undefined
    const install = (module: ToolsModule) => {
      if (isGone) return
      const tools = port.install(module.stockToolKit)
      leave = tools.subscribe(setState)
      setState(tools.state())
      setLoaded({ port, tools, module })
    }
    import('@clubfolio/charts/stock-tools').then(install, () => undefined)
    return () => {
      isGone = true
      leave?.()
    }
  }, [port])
  return loaded === undefined || loaded.port !== port || state === undefined ? undefined : { ...loaded, state }
}
