// The graph modal of the seeker: the monthly chart with levels and touches, the row's figures, and steps to the
// previous and next row.
// Source: docs/rules/trading.md, "Opportunity seeker"; docs/rules/market.md, "Opportunities".
import { averageVolumeName, type InvestmentType, type Opportunity } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconChartLine, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { formatBigNumber, formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { Modal } from '../../ui/modal.tsx'
import { useInstrumentLevels } from '../chart/api.ts'
import { InstrumentChart } from '../chart/instrument-chart.tsx'
import { pairLines, describeProof } from '../chart/level-words.ts'
import { formatPrice } from '../order-text/format-price.ts'
import { EntryNow } from './entry-now.tsx'
import { describeOvertaken, type LiveEntry } from './live-entry.ts'
import classes from './opportunity.module.css'
import { orderObstacle, orderButtonLabels, openEntryTicket } from './open-entry-ticket.ts'

export interface OpportunityModalProps {
  readonly row: Opportunity
  readonly direction: InvestmentType
  readonly capital: string
  readonly risk: string
  readonly live: LiveEntry | undefined
  /** Zero-based position among all rows. */
  readonly index: number
  readonly total: number
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** The chart is rendered once the modal's size has settled. */
const drawDelayMs = 250

export function OpportunityModal({
  row,
  direction,
  capital,
  risk,
  live,
  index,
  total,
  onStep,
  onClose,
}: OpportunityModalProps) {
  const levels = useInstrumentLevels(row.instrumentCode)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), drawDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const pair = levels.data?.[direction]
  const obstacle = orderObstacle(row, capital)
  const overtaken = describeOvertaken(direction, row, live)
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="graph"
      icon={IconChartLine}
      isFlush
      title={row.instrumentCode}
      subject={`${row.instrumentName} · ${row.instrumentAssetType} · monthly`}
    >
      <div className={classes['graph']}>
        <div className={classes['chart']}>
          {isDrawn ? (
            <InstrumentChart
              key={row.instrumentCode}
              symbol={row.instrumentCode}
              timing="_MONTH"
              title={row.instrumentName}
              type="candle"
              range="3Y"
              {...(pair ? { levels: pairLines(direction, pair) } : {})}
            />
          ) : null}
        </div>
        <div className={classes['side']}>
          <Summary row={row} direction={direction} capital={capital} risk={risk} live={live} />
          {pair ? (
            <p className={classes['proof']}>
              {describeProof('Resistance', pair.resistance)} {describeProof('Support', pair.support)}
            </p>
          ) : null}
          <div className={classes['end']}>
            <DisabledReason reason={obstacle}>
              <Button
                fullWidth
                onClick={() => {
                  onClose()
                  void openEntryTicket(direction, row, live)
                }}
              >
                {orderButtonLabels[direction]}
              </Button>
            </DisabledReason>
            {overtaken && !obstacle ? (
              <p className={classes['proof']} role="status">
                {overtaken}
              </p>
            ) : null}
            {obstacle ? <p className={classes['proof']}>{obstacle}.</p> : null}
            <div className={classes['steps']}>
              <Button
                variant="default"
                leftSection={<IconChevronLeft size={14} />}
                disabled={index === 0}
                onClick={() => onStep(-1)}
              >
                Previous
              </Button>
              <span role="status">
                {index + 1} of {total}
              </span>
              <Button
                variant="default"
                rightSection={<IconChevronRight size={14} />}
                disabled={index + 1 >= total}
                onClick={() => onStep(1)}
              >
                Next
              </Button>
            </div>
          </div>
        </div>
      </div>
    </Modal>
  )
}

function Summary({
  row,
  direction,
  capital,
  risk,
  live,
}: Pick<OpportunityModalProps, 'row' | 'direction' | 'capital' | 'risk' | 'live'>) {
  const money = (value: number) => formatMoney(String(value))
  const price = (value: number) => formatPrice(String(value))
  return (
    <dl className={classes['summary']} aria-label="Summary">
      <dt>Capital</dt>
      <dd>{formatMoney(capital)}</dd>
      <dt>Risk</dt>
      <dd>{risk}%</dd>
      <dt>Resistance</dt>
      <dd>{price(row.resistance)}</dd>
      <dt>Support</dt>
      <dd>{price(row.support)}</dd>
      <dt>Buy price</dt>
      <dd data-strong>{price(row.buyPrice)}</dd>
      <dt>Sell price</dt>
      <dd data-strong>{price(row.sellPrice)}</dd>
      <dt>{averageVolumeName}</dt>
      <dd>{formatBigNumber(row.volume)}</dd>
      <dt>Stocks</dt>
      <dd>{formatCount(row.cantStocks)}</dd>
      <dt>Investment</dt>
      <dd>{money(row.inversionValue)}</dd>
      <dt>Distance</dt>
      <dd>{formatPercent(row.distance)}</dd>
      {live ? (
        <>
          <dt>Entry now</dt>
          <dd>
            <EntryNow direction={direction} row={row} live={live} />
          </dd>
        </>
      ) : null}
      <div className={classes['divider']} aria-hidden role="presentation" />
      <dt>True loss at stop</dt>
      <dd data-strong data-loss>
        {formatMoney(String(-row.trueLoss))}
      </dd>
      <dt>Loss of capital</dt>
      <dd data-loss>{formatPercent(row.trueLossPercent)}</dd>
    </dl>
  )
}
