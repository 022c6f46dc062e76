// One side of the chain: CALL or PUT, its expiration, and its contracts with the strike nearest the price in the
// middle. A click on a contract opens the order ticket for it.
import type { OptionChain, OptionContract, OptionExpiration } from '@clubfolio/contract'
import { useMemo } from 'react'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { DayPicker } from '../../ui/day-picker.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useOptionChain, type ChainQuestion } from './api.ts'
import { atTheMoney, contractsOf, type ChainSide } from './chain.ts'
import { chainColumns } from './chain-columns.tsx'
import classes from './option.module.css'

export interface ChainPanelProps {
  readonly side: ChainSide
  readonly asked: ChainQuestion
  /** The chains of the first window; a day beyond it is fetched separately. */
  readonly window: OptionChain | undefined
  readonly windowEnd: string
  readonly expirations: readonly OptionExpiration[]
  readonly day: string | undefined
  readonly onDay: (day: string) => void
  readonly price: number | null
  readonly isRefreshing: boolean
}

const rowId = (contract: OptionContract) => contract.symbol

export function ChainPanel({
  side,
  asked,
  window,
  windowEnd,
  expirations,
  day,
  onDay,
  price,
  isRefreshing,
}: ChainPanelProps) {
  const isBeyond = day !== undefined && day > windowEnd
  const alone = useOptionChain(asked, isBeyond ? { fromDate: day, toDate: day } : undefined)
  const chain = isBeyond ? alone.data : window
  const contracts = useMemo(
    () => (chain && day !== undefined ? contractsOf(chain, side, day) : undefined),
    [chain, side, day],
  )
  const view = useTableView({
    columns: chainColumns,
    rows: contracts,
    rowId,
    defaultSort: { columnId: 'strike', isDescending: false },
    ...useChosenColumns(side === 'CALL' ? 'callChain' : 'putChain'),
  })
  const days = useMemo(() => new Set(expirations.map(({ expirationDate }) => expirationDate)), [expirations])
  const expiration = expirations.find(({ expirationDate }) => expirationDate === day)
  const middle = contracts && atTheMoney(contracts, price)
  return (
    <Panel
      title={side}
      canExpand
      isRefreshing={isRefreshing || alone.isFetching}
      controls={
        <>
          <ColumnChooser view={view} />
          <CsvButton view={view} fileName={`${asked.code}-${side.toLowerCase()}-${day ?? ''}`} isQuiet />
        </>
      }
    >
      {(isExpanded) => (
        <>
          <div className={classes['bar']}>
            <div className={classes['day']}>
              <DayPicker
                label={`Expiration of ${side === 'CALL' ? 'calls' : 'puts'}`}
                value={day ?? null}
                onChange={(chosen) => chosen !== null && onDay(chosen)}
                isAllowed={(candidate) => days.has(candidate)}
                {...(expirations[0]
                  ? { minDay: expirations[0].expirationDate, maxDay: expirations.at(-1)!.expirationDate }
                  : {})}
              />
            </div>
            {expiration ? (
              <p className={classes['fact']}>
                {expiration.daysToExpiration} {expiration.daysToExpiration === 1 ? 'day' : 'days'} left
                {expiration.isStandard ? ' · monthly' : ''}
                {contracts ? ` · ${contracts.length} strikes` : ''}
              </p>
            ) : null}
          </div>
          <DataTable
            view={view}
            label={side === 'CALL' ? 'Calls' : 'Puts'}
            virtualAbove={40}
            maxHeight={isExpanded ? 'calc(100dvh - 100px)' : 'max(280px, calc(100dvh - 236px))'}
            skeletonRows={14}
            {...(middle ? { centred: { id: rowId(middle), key: `${asked.code} ${day ?? ''}` } } : {})}
            onSelect={({ symbol }) => openOrderTicket({ accountNumber: asked.accountNumber, code: symbol })}
            rowTone={(contract) => (contract.inTheMoney ? 'inTheMoney' : undefined)}
            failure={
              isBeyond && alone.isError
                ? {
                    title: 'The chain could not be loaded',
                    why: alone.error.message,
                    onRetry: () => void alone.refetch(),
                    isRetrying: alone.isFetching,
                  }
                : undefined
            }
            empty={
              <EmptyState
                title="No contracts"
                words={`No one quotes ${side === 'CALL' ? 'calls' : 'puts'} for this day. Choose another expiration.`}
              />
            }
          />
        </>
      )}
    </Panel>
  )
}
