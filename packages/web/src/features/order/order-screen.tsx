// The Orders screen: an account's orders by days and statuses, the add button that opens the ticket, cancelling one or
// all, and the account's guard rails. Source: docs/rules/trading.md, "Orders".
import type { Order } from '@clubfolio/contract'
import { orderStatuses } from '@clubfolio/domain'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { showToast } from '../../ui/toast.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { useProtection } from '../open-operation/api.ts'
import { FilledPartBars } from '../open-operation/filled-part-bar.tsx'
import { RejectedStopBars } from '../open-operation/rejected-stop-bar.tsx'
import { accountFileName, accountName } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import { useCancelOrder, useOrders } from './api.ts'
import { CancelAllModal } from './cancel-all-modal.tsx'
import { GuardRailsModal } from './guard-rails-modal.tsx'
import classes from './order-list.module.css'
import { describePlacedOrder } from '../order-text/leg-words.ts'
import { orderColumns } from './order-columns.tsx'
import { ChangeOrderModal } from './change-order-modal.tsx'
import { defaultFilter, OrderFilters, defaultStatuses, type ShownFilter } from './order-filters.tsx'
import { SettleModal } from './settle-modal.tsx'

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .or(z.literal(''))
  .catch('')
const Place = z.object({
  enteredFrom: day,
  enteredTo: day,
  closedFrom: day,
  closedTo: day,
  /** Absent means the four default statuses; "none" means that no status is sent. */
  status: z.string().catch(defaultStatuses.join('.')),
  sort: z.string().catch('entered'),
  order: z.enum(['up', 'down']).catch('down'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

const rowId = (order: Order) => order.orderId
const purpose = 'This list shows the orders of an account and their outcome.'

export function OrderScreen() {
  useDocumentTitle('Orders')
  const [place, setPlace] = useUrlState(Place)
  const chosen = useChosenAccount()
  const { account } = chosen
  const shown = shownFilter(place)
  const orders = useOrders(account?.number, {
    enteredFrom: shown.entered[0],
    enteredTo: shown.entered[1],
    closedFrom: shown.closed[0],
    closedTo: shown.closed[1],
    orderType: shown.statuses.length === 0 ? null : [...shown.statuses],
  })
  const protection = useProtection(account?.number, true)
  const { mutate: cancelOne, isPending: isCancelling, variables: cancelling } = useCancelOrder()
  const [open, setOpen] = useState<'rails' | 'cancelAll' | undefined>()
  const [settling, setSettling] = useState<Order>()
  const [changing, setChanging] = useState<Order>()

  const cancellingId = isCancelling ? cancelling.orderId : undefined
  const columns = useMemo(() => {
    const askAndCancel = async (order: Order): Promise<void> => {
      if (!(await askToCancel(order))) return
      cancelOne(
        { accountNumber: order.accountNumber, orderId: order.orderId },
        { onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }) },
      )
    }
    return orderColumns({
      cancellingId,
      whyOff: whyNoOrder(account),
      onSettle: setSettling,
      onChange: setChanging,
      onCancel: (order) => void askAndCancel(order),
    })
  }, [account, cancelOne, cancellingId, setSettling, setChanging])
  const view = useTableView({
    columns,
    rows: orders.data,
    rowId,
    sort: { columnId: place.sort, isDescending: place.order === 'down' },
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up', start: 0 }, { replace: true }),
    ...useChosenColumns('order'),
  })
  const rows = orders.data
  const hasRows = rows !== undefined && rows.length > 0
  // A list that omits some open orders cannot count them.
  const openCount = showsAllOpen(shown) ? rows?.filter(({ isCancellable }) => isCancellable).length : undefined
  const whyOff = account?.isActive ? whyNoOrder(account) : 'The account is disabled'

  return (
    <>
      <PageHead
        title="Orders"
        fact={openCount === undefined ? undefined : `${openCount} working or queued`}
        actions={
          account ? (
            <>
              <span className={classes['keys']} aria-hidden>
                <kbd>B</kbd> long <kbd>S</kbd> short
              </span>
              <Button variant="default" onClick={() => setOpen('rails')}>
                Guard rails
              </Button>
              <DisabledReason reason={whyOff}>
                <Button variant="default" onClick={() => setOpen('cancelAll')}>
                  Cancel all
                </Button>
              </DisabledReason>
              <DisabledReason reason={whyOff}>
                <ActionIcon
                  variant="filled"
                  color="ink"
                  size={30}
                  radius="xl"
                  aria-label="Put order"
                  title={whyOff === undefined ? 'Put order' : undefined}
                  onClick={() => openOrderTicket({ accountNumber: account.number })}
                >
                  <IconPlus size={18} stroke={1.8} />
                </ActionIcon>
              </DisabledReason>
            </>
          ) : undefined
        }
      />
      <div className={classes['bars']}>
        {account === undefined ? null : (
          <>
            <RejectedStopBars accountNumber={account.number} stops={protection.data?.rejectedStops ?? []} />
            <FilledPartBars parts={protection.data?.filledParts ?? []} />
          </>
        )}
      </div>
      <Panel
        title="Orders"
        isRefreshing={orders.isFetching}
        controls={
          hasRows ? (
            <>
              <ColumnChooser view={view} />
              <CsvButton view={view} fileName={`orders-${account ? accountFileName(account) : ''}`} isQuiet />
            </>
          ) : undefined
        }
      >
        {!account && (chosen.failure || chosen.choices) ? (
          <NoTradingAccount chosen={chosen} purpose={purpose} />
        ) : (
          <>
            <OrderFilters key={JSON.stringify(shown)} applied={shown} onApply={(filter) => setPlace(placeOf(filter))} />
            <DataTable
              view={view}
              label="Orders"
              rowTone={({ instruction }) => (instruction === null ? undefined : instruction === 'BUY' ? 'buy' : 'sell')}
              page={place}
              isTwoLine
              maxHeight="calc(100dvh - 270px)"
              skeletonRows={12}
              failure={failureOf(orders, 'The orders could not be loaded')}
              empty={
                <NoOrders
                  isDefault={isDefault(shown)}
                  onReset={() => setPlace(placeOf(defaultFilter))}
                  onPut={
                    whyOff === undefined && account
                      ? () => openOrderTicket({ accountNumber: account.number })
                      : undefined
                  }
                />
              }
            />
            {hasRows ? (
              <Pager label="Orders" start={place.start} count={place.count} total={rows.length} onMove={setPlace} />
            ) : null}
          </>
        )}
      </Panel>
      {open === 'rails' && account ? (
        <GuardRailsModal
          accountNumber={account.number}
          subject={accountName(account)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'cancelAll' && account ? (
        <CancelAllModal
          accountNumber={account.number}
          subject={accountName(account)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {changing ? <ChangeOrderModal order={changing} onClose={() => setChanging(undefined)} /> : null}
      {settling ? <SettleModal order={settling} onClose={() => setSettling(undefined)} /> : null}
    </>
  )
}

function NoOrders({
  isDefault: isUnfiltered,
  onReset,
  onPut,
}: {
  readonly isDefault: boolean
  readonly onReset: () => void
  readonly onPut: (() => void) | undefined
}) {
  if (!isUnfiltered)
    return (
      <EmptyState
        title="No orders match"
        words="No order of this account has these statuses in these days."
        actions={
          <Button variant="default" onClick={onReset}>
            Reset the filters
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title="No orders yet"
      words={
        'Orders that wait, work or are filled appear here within seconds, those placed elsewhere too. Cancelled ' +
        'and rejected ones are found by their status.'
      }
      actions={onPut ? <Button onClick={onPut}>Put order</Button> : undefined}
    />
  )
}

function describeLostProtection({ children, parentOrderId }: Order): string {
  if (children.length > 0) return ' Its stop loss is cancelled with it.'
  return parentOrderId === null ? '' : ' It protects a position, which stays open without it.'
}

const askToCancel = (order: Order) =>
  confirm({
    question: `Do you want to cancel order ${order.orderId}?`,
    consequence: `${describePlacedOrder(order)}.${describeLostProtection(order)}`,
    accept: 'Cancel order',
    cancel: 'Keep it',
    isDanger: true,
  })

type PlaceState = z.output<typeof Place>

function shownFilter({ enteredFrom, enteredTo, closedFrom, closedTo, status }: PlaceState): ShownFilter {
  const words = new Set(status.split('.'))
  const range = (from: string, to: string) =>
    from === '' || to === '' ? ([null, null] as const) : ([from, to] as const)
  return {
    entered: range(enteredFrom, enteredTo),
    closed: range(closedFrom, closedTo),
    statuses: orderStatuses.filter((one) => words.has(one)),
  }
}

const placeOf = ({ entered, closed, statuses }: ShownFilter): Partial<PlaceState> => ({
  enteredFrom: entered[0] ?? '',
  enteredTo: entered[1] ?? '',
  closedFrom: closed[0] ?? '',
  closedTo: closed[1] ?? '',
  status: statuses.length === 0 ? 'none' : statuses.join('.'),
  start: 0,
})

const showsAllOpen = ({ entered, closed, statuses }: ShownFilter): boolean =>
  entered[0] === null && closed[0] === null && statuses.includes('WORKING') && statuses.includes('QUEUED')

/** Returns whether these are the default filters. */
const isDefault = (filter: ShownFilter): boolean =>
  filter.entered[0] === null &&
  filter.closed[0] === null &&
  filter.statuses.join() === orderStatuses.filter((one) => defaultStatuses.includes(one)).join()
