// The shell's graph modal, which any screen opens through `openGraph`. The chart is rendered 250 ms after the modal
// appears, so that its size has settled. Source: docs/rules/interface.md, "Chart modal".
import { UnstyledButton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { closeGraph, graphModal, type GraphRequest } from '../../kernel/graph-modal.ts'
import { useCan } from '../../kernel/session.ts'
import { useStore } from '../../kernel/store.ts'
import { addToWatchlist } from '../../kernel/watchlist-adder.ts'
import { Modal } from '../../ui/modal.tsx'
import { useCompany } from './api.ts'
import { chartTimingOf, timingLabels } from './chart-timing.ts'
import classes from './chart.module.css'
import { describeCompany } from './company-words.ts'
import { InstrumentChart } from './instrument-chart.tsx'
import { useOwnTrades } from './use-own-trades.ts'
import { useVisibleChange, VisibleChangeText } from './visible-change.tsx'

const drawDelayMs = 250

export function GraphModalPart() {
  const request = useStore(graphModal)
  // The last request stays rendered while the modal fades out.
  const [shown, setShown] = useState<GraphRequest>()
  if (request && request !== shown) setShown(request)
  return (
    <Modal
      isOpen={request !== undefined}
      onClose={closeGraph}
      size="graph"
      icon={IconChartLine}
      isFlush
      title={shown?.title ?? 'Graph'}
      subject={shown?.code ?? ''}
    >
      {shown ? <Graph key={`${shown.code} ${shown.timing}`} request={shown} /> : null}
    </Modal>
  )
}

function Graph({ request: { code, timing } }: { readonly request: GraphRequest }) {
  const company = useCompany(code)
  const { ref: changeRef, onVisible } = useVisibleChange()
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), drawDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const bars = chartTimingOf[timing]
  const { trades } = useOwnTrades(code, bars)
  const can = useCan()
  return (
    <>
      <div className={classes['subtitle']}>
        <strong>{company.data?.name ?? code}</strong>
        <span>{company.data ? describeCompany(company.data) : null}</span>
        <span>{timingLabels[bars]}</span>
        <VisibleChangeText ref={changeRef} />
        {can('VA') ? (
          <UnstyledButton className={classes['watch']} onClick={() => addAlert(code)}>
            Add alert
          </UnstyledButton>
        ) : null}
        {can('VW') ? (
          <UnstyledButton className={classes['watch']} onClick={() => addToWatchlist(code)}>
            Add to watchlist
          </UnstyledButton>
        ) : null}
        <Link to="/chart/$symbol/$timing" params={{ symbol: code, timing: bars }} onClick={closeGraph}>
          Open the chart screen
        </Link>
      </div>
      <div className={classes['modalChart']}>
        {isDrawn ? (
          <InstrumentChart
            symbol={code}
            timing={bars}
            title={company.data?.name ?? code}
            trades={trades}
            onVisible={onVisible}
          />
        ) : null}
      </div>
    </>
  )
}
