// The chart modal's chart in its modal, and the tilted pie, with invented prices and positions.
import { Button, Skeleton, useComputedColorScheme } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './gallery.module.css'

const Pie3d = lazy(() => import('@clubfolio/charts/pie').then((module) => ({ default: module.Pie3d })))
const StockChart = lazy(() => import('@clubfolio/charts/stock').then((module) => ({ default: module.StockChart })))

const weekMs = 7 * 86_400_000
const lastWeekMs = Date.UTC(2026, 2, 2)
const round = (price: number) => Math.round(price * 100) / 100

/** Five years of weekly bars of an invented price that moves in fixed waves. */
const bars = Array.from({ length: 260 }, (_, index) => {
  const open = 40 + index / 4 + 6 * Math.sin(index / 9)
  const close = 40 + (index + 1) / 4 + 6 * Math.sin((index + 1) / 9)
  const reach = 1 + Math.abs(Math.sin(index / 3))
  return {
    timeMs: lastWeekMs - (259 - index) * weekMs,
    open: round(open),
    high: round(Math.max(open, close) + reach),
    low: round(Math.min(open, close) - reach),
    close: round(close),
    volume: Math.round(1_000_000 + 400_000 * Math.sin(index / 5)),
  }
})

const slices = [
  { id: 'cash', name: 'Buying power', value: 42.5, isBuyingPower: true, details: [] },
  { id: 'CRVN', name: 'CRVN', value: 27.25, details: [] },
  { id: 'OSTV', name: 'OSTV', value: 18.1, details: [] },
  { id: 'HALD', name: 'HALD', value: 9.15, mark: 'short', details: [] },
  { id: 'OSTR', name: 'OSTR', value: 3, details: [] },
  { id: 'PLCD', name: 'PLCD', value: 0, details: [] },
]

export function ChartSection() {
  const theme = useComputedColorScheme('light')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Pie and chart modal"
      controls={
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          Chart modal
        </Button>
      }
    >
      <div className={classes['chart']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Pie3d title="Wallet Positions" slices={slices} theme={theme} />
        </Suspense>
      </div>
      <Modal
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="graph"
        icon={IconChartLine}
        isFlush
        title="Graph"
        subject="CRVN"
      >
        <div className={classes['modalChart']}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <StockChart
              title="Corvane Systems"
              bars={bars}
              period={{ unit: 'week', span: 1 }}
              theme={theme}
              type="ohlc"
              scale="logarithmic"
              range="All"
              hasVolume
            />
          </Suspense>
        </div>
      </Modal>
    </Panel>
  )
}
