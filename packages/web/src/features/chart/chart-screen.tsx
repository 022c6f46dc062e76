// The chart screen: reads company and timing from the address, and renders the page head around the chart.
import { Button } from '@mantine/core'
import { IconBellPlus, IconEye } from '@tabler/icons-react'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { clearChartSearch } from '../../kernel/chart-search.ts'
import { useNoteFirstStep } from '../../kernel/first-steps.ts'
import { useCan } from '../../kernel/session.ts'
import { addToWatchlist } from '../../kernel/watchlist-adder.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useCompany } from './api.ts'
import { ChartGrid } from './chart-grid.tsx'
import type { ChartLayout } from './chart-layout.ts'
import { timingOfAddress } from './chart-timing.ts'
import frame from '../../ui/chart-screen.module.css'
import classes from './chart.module.css'
import { LabelButton } from '../label/label-button.tsx'
import { describeCompany } from './company-words.ts'
import { EmptyChart } from './empty-chart.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { TradeBar, TradeButton } from './trade-buttons.tsx'
import { useChartLayout } from './use-chart-layout.ts'
import { useRememberSymbol } from './use-recent-symbols.ts'
import { useVisibleChange, VisibleChangeText } from './visible-change.tsx'

export function ChartScreen() {
  const { symbol: written, timing: address } = useParams({ strict: false })
  const symbol = written?.toUpperCase()
  const timing = timingOfAddress(address)
  const navigate = useNavigate()
  const company = useCompany(symbol)
  useDocumentTitle(symbol ?? 'Chart')
  const { ref: changeRef, onVisible } = useVisibleChange()
  const [isReady, setReady] = useState(false)
  useRememberSymbol(company.data?.code)
  const noteOpened = useNoteFirstStep('chart')
  const isFound = company.data !== undefined && company.data !== null
  useEffect(() => {
    if (isFound) noteOpened()
  }, [isFound, noteOpened])
  const isAddressed = symbol !== undefined && address === timing && written === symbol
  const layout = useChartLayout(isAddressed ? { symbol, timing } : undefined)
  const show = (next: ChartLayout) => {
    layout.change(next)
    const cell = next.cells[next.active]
    // Another chart that becomes active is no step back in the history of the page.
    if (cell) void navigate({ to: '/chart/$symbol/$timing', params: cell, replace: true })
  }

  if (symbol === undefined) {
    return (
      <div className={frame['screen']}>
        <PageHead title="Chart" />
        <Panel>
          <EmptyChart />
        </Panel>
      </div>
    )
  }
  // An address without a timing, or with an unknown one, leads to the one that shows what the screen shows.
  if (address !== timing || written !== symbol)
    return <Navigate to="/chart/$symbol/$timing" params={{ symbol, timing }} replace />
  const title = company.data?.name ?? symbol
  return (
    <div className={frame['screen']}>
      <PageHead
        title={title}
        fact={
          company.data ? (
            <span className={classes['company']}>
              {describeCompany(company.data)}
              <LabelButton symbol={company.data.code} hasWords />
            </span>
          ) : company.isSuccess ? (
            `${symbol} is not in the active market`
          ) : undefined
        }
        actions={
          <>
            {company.data ? <TradeButton code={company.data.code} /> : null}
            {company.data ? <ChartActions code={company.data.code} /> : null}
            <LayoutMenu state={layout} onShow={show} />
          </>
        }
        figures={isReady ? <VisibleChangeText ref={changeRef} /> : undefined}
      />
      <div className={frame['place']}>
        <ChartGrid
          layout={layout.layout}
          onActivate={(active) => show({ ...layout.layout, active })}
          onTiming={(next) => void navigate({ to: '/chart/$symbol/$timing', params: { symbol, timing: next } })}
          onClean={() => {
            clearChartSearch()
            void navigate({ to: '/chart' })
          }}
          onVisible={onVisible}
          onReady={setReady}
        />
      </div>
      {company.data ? <TradeBar code={company.data.code} /> : null}
    </div>
  )
}

/** Buttons that add an alert or a watchlist entry for the instrument in view, for users with the permission. */
function ChartActions({ code }: { readonly code: string }) {
  const can = useCan()
  return (
    <>
      {can('VA') ? (
        <Button variant="default" leftSection={<IconBellPlus size={16} stroke={1.6} />} onClick={() => addAlert(code)}>
          Add alert
        </Button>
      ) : null}
      {can('VW') ? (
        <Button variant="default" leftSection={<IconEye size={16} stroke={1.6} />} onClick={() => addToWatchlist(code)}>
          Add to watchlist
        </Button>
      ) : null}
    </>
  )
}
