// The 3D pie 'Participation': shares of the fund, with percent, quantity and profit in the tooltip and as a table.
import type { ParticipationRow } from '@clubfolio/contract'
import { ActionIcon, Skeleton, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconChartPie2, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import classes from '../participation.module.css'

const Pie3d = lazy(async () => ({ default: (await import('@clubfolio/charts/pie')).Pie3d }))

export interface ParticipationPieProps {
  readonly rows: readonly ParticipationRow[] | undefined
  readonly selectedId: string | undefined
  readonly onSelect: (memberId: string) => void
}

export function ParticipationPie({ rows, selectedId, onSelect }: ParticipationPieProps) {
  const theme = useComputedColorScheme('light')
  const format = useFormatAmount()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const other =
    view === 'chart'
      ? { label: 'Show as table', mark: IconTable, view: 'table' as const }
      : { label: 'Show as chart', mark: IconChartPie2, view: 'chart' as const }
  return (
    <div className={classes['pie']}>
      <Panel
        title="Participation"
        canExpand
        isFilling
        controls={
          <Tooltip label={other.label}>
            <ActionIcon size={24} aria-label={other.label} onClick={() => setView(other.view)}>
              <other.mark size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        }
      >
        <div className={classes['chart']}>
          {rows ? (
            <Suspense fallback={<Skeleton height="100%" />}>
              <Pie3d
                title="Participation"
                slices={rows.map((row) => toSlice(row, format))}
                theme={theme}
                view={view}
                selectedId={selectedId}
                onSelect={onSelect}
              />
            </Suspense>
          ) : (
            <Skeleton height="100%" />
          )}
        </div>
      </Panel>
    </div>
  )
}

function toSlice(row: ParticipationRow, format: FormatAmount) {
  const profit = row.profitLostAmount
  return {
    id: row.memberId,
    name: row.memberFullName,
    value: row.participationPercent,
    percent: row.participationPercent,
    isBuyingPower: !row.isMember,
    details: [
      { label: 'Quantity', text: `${formatHalfEven(row.units, 4)} units` },
      {
        label: 'Profit/Lost',
        text: format(profit, { isSigned: true }),
        tone: profit < 0n ? ('down' as const) : ('up' as const),
      },
    ],
  }
}
