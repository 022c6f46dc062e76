// The fund's figures above the table: its value, its performance, cash outside the account, unexplained money. Each
// opens its derivation. Problems and tasks for the owner follow right below.
import type { DerivableFigure, FundOverview } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Change } from '../../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { InCurrency } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { DerivationModal } from './derivation-modal.tsx'
import { FundWarnings, type FundWarningsProps } from '../book/fund-warnings.tsx'
import { ReturnFigure } from '../book/not-available.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import { fundTerms } from '../fund-terms.ts'
import fund from '../fund.module.css'
import classes from '../participation.module.css'

export interface FundFiguresProps extends Pick<FundWarningsProps, 'feesDue'> {
  readonly overview: FundOverview | undefined
  readonly onMatch?: () => void
}

export function FundFigures({ overview, onMatch, feesDue }: FundFiguresProps) {
  const [opened, setOpened] = useState<DerivableFigure>()
  if (!overview) return <Skeleton className={classes['figures']} height={60} radius="md" />
  const open = (figure: DerivableFigure, title: string, children: ReactNode) => (
    <button
      type="button"
      className={fund['opener']}
      title={`Where ${title} comes from`}
      onClick={() => setOpened(figure)}
    >
      {children}
    </button>
  )
  return (
    <>
      <div className={classes['figures']}>
        <FigureRow label="Fund" isBoxed>
          <Figure label="Fund value" isHeadline>
            {open('fund-value', 'the fund value', <Money value={overview.fundValue} />)}
          </Figure>
          <Figure label="Unit value">
            {open('unit-value', 'the unit value', <InCurrency figure={formatHalfEven(overview.unitValue, 4)} />)}
          </Figure>
          <Figure label="Units">{open('units', 'the number of units', formatHalfEven(overview.units, 4))}</Figure>
          <Figure label="Profit/Lost">
            {open('profit', 'the profit', <Change money={overview.profitLostAmount} />)}
          </Figure>
          <Figure label={`TWR since ${overview.openingDay}`} meaning={fundTerms.timeWeighted}>
            {open(
              'time-weighted',
              'the time-weighted return',
              <ReturnFigure percent={overview.timeWeighted?.percent} />,
            )}
          </Figure>
          <Figure label="XIRR a year" meaning={fundTerms.internalRate}>
            {open('internal-rate', 'the money-weighted return', <ReturnFigure {...overview.internalRate} />)}
          </Figure>
          <Figure label="Max drawdown" meaning={fundTerms.drawdown}>
            {open('drawdown', 'the drawdown', <ReturnFigure percent={overview.risk?.drawdownPercent} />)}
          </Figure>
          {overview.benchmarks.map(({ symbol, endValue }) => (
            <Figure key={symbol} label={`Cash in ${symbol}`} meaning={fundTerms.sameCash}>
              {open(symbol === 'SPY' ? 'SPY' : 'QQQ', `the same cash in ${symbol}`, <Money value={endValue} />)}
            </Figure>
          ))}
          <Figure label="In the account">
            {open('broker-value', 'what is in the account', <Money value={overview.brokerValue} />)}
          </Figure>
          <Figure label="Cash outside" meaning={fundTerms.cashOutside}>
            {open('cash-outside', 'the cash outside', <Money value={overview.cashOutside} />)}
          </Figure>
          <Figure label="Unallocated" meaning={fundTerms.unallocated}>
            {open('unallocated', 'the unallocated value', <Money value={overview.unallocatedValue} />)}
          </Figure>
        </FigureRow>
      </div>
      <FundWarnings overview={overview} feesDue={feesDue} {...(onMatch ? { onMatch } : {})} />
      {opened ? (
        <DerivationModal accountId={overview.accountId} figure={opened} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  )
}
