// The charts of a layout: side by side, on a phone one at a time behind a switcher. A chart becomes the active one,
// which the head of the screen and the company search are about, when it is pressed or gets the focus.
import type { StockChartPort, VisibleWindow } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useCompany } from './api.ts'
import { ChartDesk } from './chart-desk.tsx'
import classes from './chart-grid.module.css'
import { isRepeated, shownCells, type ChartCell, type ChartLayout } from './chart-layout.ts'
import { timingLabels } from './chart-timing.ts'
import { linkCrosshairs } from './link-crosshairs.ts'

export interface ChartGridProps {
  readonly layout: ChartLayout
  readonly onActivate: (index: number) => void
  readonly onTiming: (timing: BarTiming) => void
  readonly onClean: () => void
  /** Of the active chart. */
  readonly onVisible: (window: VisibleWindow) => void
  readonly onReady: (isReady: boolean) => void
}

export function ChartGrid({ layout, onActivate, onTiming, onClean, onVisible, onReady }: ChartGridProps) {
  const isPhone = usePhone()
  const cells = useMemo(() => shownCells(layout), [layout])
  const { ports, tellPort } = useCellPorts()
  const hasLink = layout.hasSameCrosshair && !isPhone && cells.length > 1
  useEffect(
    () =>
      hasLink
        ? linkCrosshairs(
            cells.flatMap(({ timing }, index) => {
              const port = ports.get(index)
              return port === undefined ? [] : [{ port, timing }]
            }),
          )
        : undefined,
    [hasLink, cells, ports],
  )
  const { active } = layout
  const isActiveReady = ports.has(active)
  useEffect(() => onReady(isActiveReady), [isActiveReady, onReady])
  const cellAt = (cell: ChartCell, index: number) => (
    <Cell
      // Each ticker and timing has its own workspace, and therefore its own chart.
      key={`${index} ${cell.symbol} ${cell.timing}`}
      cell={cell}
      isAmongSeveral={cells.length > 1 && !isPhone}
      isRepeated={isRepeated(layout, index)}
      isActive={index === active}
      onActivate={() => {
        if (index !== active) onActivate(index)
      }}
      onTiming={onTiming}
      onClean={onClean}
      onVisible={index === active ? onVisible : undefined}
      onPort={(port) => tellPort(index, port)}
    />
  )
  if (cells.length === 1) return cellAt(cells[0]!, 0)
  const shown = cells[active]
  if (isPhone)
    return (
      <>
        <SegmentedControl
          className={classes['switch'] ?? ''}
          fullWidth
          aria-label="Chart in view"
          value={String(active)}
          onChange={(value) => onActivate(Number(value))}
          data={cells.map(({ symbol, timing }, index) => ({
            value: String(index),
            label: `${symbol} ${shortTimings[timing] ?? timingLabels[timing]}`,
          }))}
        />
        {shown === undefined ? null : cellAt(shown, active)}
      </>
    )
  return (
    <div className={classes['grid']} data-arrangement={layout.arrangement}>
      {cells.map(cellAt)}
    </div>
  )
}

const shortTimings: Partial<Record<BarTiming, string>> = { _D: 'D', _W: 'W', _MONTH: 'M', _Y: 'Y' }

/** The mounted charts by their place; a new map whenever one comes or goes. */
function useCellPorts() {
  const [ports, setPorts] = useState<ReadonlyMap<number, StockChartPort>>(new Map())
  const tellPort = (index: number, port: StockChartPort | undefined) =>
    setPorts((before) => {
      const after = new Map(before)
      if (port === undefined) after.delete(index)
      else after.set(index, port)
      return after
    })
  return { ports, tellPort }
}

interface CellProps {
  readonly cell: ChartCell
  readonly isAmongSeveral: boolean
  readonly isRepeated: boolean
  readonly isActive: boolean
  readonly onActivate: () => void
  readonly onTiming: (timing: BarTiming) => void
  readonly onClean: () => void
  readonly onVisible: ((window: VisibleWindow) => void) | undefined
  readonly onPort: (port: StockChartPort | undefined) => void
}

function Cell({ cell, isAmongSeveral, isRepeated: isTwice, isActive, onActivate, ...desk }: CellProps) {
  const { symbol, timing } = cell
  const company = useCompany(symbol)
  return (
    <div
      className={classes['cell']}
      data-active={(isAmongSeveral && isActive) || undefined}
      onPointerDownCapture={onActivate}
      onFocusCapture={onActivate}
    >
      {isTwice ? (
        <Panel isFilling title={symbol}>
          <EmptyState
            title={`${symbol} is open beside this one already`}
            words="Press here, then search for another company or choose a different bar length."
          />
        </Panel>
      ) : (
        <ChartDesk
          symbol={symbol}
          timing={timing}
          title={company.data?.name ?? symbol}
          hasIntraday={company.data?.hasIntraday ?? false}
          isCompact={isAmongSeveral}
          {...desk}
        />
      )}
    </div>
  )
}
