// Orders as the brokerage has them, including child orders.
import { addCalendarDays, newYorkInstant, orderStatuses } from '@clubfolio/domain'
import { sql } from 'kysely'
import { shownStatus } from '../../broker-order/shown-status.ts'
import { readingBasis } from '../report-basis.ts'
import { defineReport } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { accountFilter, chosenAccounts, codeOption, foundFilter, periodFilter } from '../report-filters.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

export const orders = defineReport({
  key: 'orders',
  name: 'Orders',
  category: 'Account',
  description: 'Orders that were entered in a period, with what was filled and at which price.',
  rights: [],
  readers: 'account-owners',
  filters: [
    accountFilter,
    periodFilter('Entered', 'First and last New York day on which an order was entered.'),
    foundFilter('status', 'Status', 'One status, or all.', async () => orderStatuses.map(codeOption)),
  ],
  columns: [
    { field: 'enteredTime', header: 'Entered', type: 'DATE_TIME', canBeSort: true },
    { field: 'orderId', header: 'ID', type: 'TEXT', canBeSort: true },
    instrumentColumn,
    { field: 'instruction', header: 'Instruction', type: 'CODE', canBeSort: true },
    { field: 'orderType', header: 'Type', type: 'CODE', canBeSort: true },
    { field: 'duration', header: 'Duration', type: 'CODE', canBeSort: true },
    { field: 'quantity', header: 'Qty', type: 'QUANTITY', canBeSort: true },
    {
      field: 'price',
      header: 'Price',
      description: 'The limit, or the stop where there is no limit.',
      type: 'PRICE_DOLLAR',
      canBeSort: true,
    },
    { field: 'filledQuantity', header: 'Filled', type: 'QUANTITY', canBeSort: true },
    {
      field: 'averageFillPrice',
      header: 'Fill Price',
      description: 'The average over all fills, each weighed by its quantity.',
      type: 'PRICE_DOLLAR',
      canBeSort: true,
    },
    { field: 'filledTime', header: 'Last Fill', type: 'DATE_TIME', canBeSort: true },
    {
      field: 'trail',
      header: 'Trail',
      description: 'How far a trailing stop stays behind the market.',
      type: 'TEXT',
      canBeSort: false,
    },
    { field: 'status', header: 'Status', type: 'CODE', canBeSort: true },
    { field: 'closeTime', header: 'Closed', type: 'DATE_TIME', canBeSort: true },
    accountColumn,
  ],
  orderBy: { field: 'enteredTime', direction: 'DESC' },
  basis: readingBasis,
  rows: (reader, choices) => {
    const [from, to] = choices.period('period')
    const status = choices.one('status')
    return sql`
      select o.entered_at as "enteredTime", o.broker_id as "orderId", case
        when o.leg_count > 1 then rtrim(left(o.symbol, 6)) else o.symbol end as "instrumentCode",
        case when o.leg_count > 1 then coalesce(o.shape, 'SEVERAL_LEGS')
          else o.instruction end as instruction, o.order_type as "orderType", o.duration, o.quantity,
        coalesce(o.price, o.stop_price) as price, o.filled_quantity as "filledQuantity",
          o.average_fill_price as "averageFillPrice", o.last_fill_at as "filledTime",
        case o.trail_unit when 'DOLLARS' then '$' || to_char(o.trail_offset, 'FM999999990.00##')
          when 'PERCENT' then trim_scale(o.trail_offset) || '%' end as trail, ${shownStatus('o')} as status,
        o.closed_at as "closeTime", a.number as "accountNumber"
      from broker_order o join account a on a.id = o.account_id
      where ${chosenAccounts(reader, choices)} and o.symbol is not null
        and o.entered_at >= ${new Date(newYorkInstant(from, 0))}
          and o.entered_at < ${new Date(newYorkInstant(addCalendarDays(to, 1), 0))}
        and ${status === everyOption.id ? sql`true` : sql`${shownStatus('o')} = ${status}`}`
  },
})
