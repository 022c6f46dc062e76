// The lines of an order confirmation; figures that only the preview provides are omitted without one.
// Source: docs/rules/trading.md, "Order entry".
import { type Account, findPriceField, type OrderPreview, type OrderToPreview } from '@clubfolio/contract'
import { formatTrail, isOptionCode, maskNumber, orderTypeRules, type TicketDuration } from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'
import type { PreviewedOrder } from './api.ts'
import { formatSide } from './order-side.ts'

export interface ConfirmationRow {
  readonly name: string
  readonly value: string
  /** Shown below the value, in small print. */
  readonly note?: string
  readonly isLoss?: boolean
}

/** Orders of the ticket are for the regular session, from 09:30 to 16:00 in New York. */
const durations: Readonly<Record<TicketDuration, string>> = { GOOD_TILL_CANCEL: 'Good till cancelled', DAY: 'Day' }
const sessionNote = 'regular session, 09:30 to 16:00 New York'

/** `Margin account •••• 4821 · Paper` */
const describeAccount = (number: string, account: Pick<Account, 'type' | 'isPaper'> | undefined): string =>
  `${account === undefined ? 'Account' : account.type === 'CASH' ? 'Cash account' : 'Margin account'} ` +
  `${maskNumber(number)}${account?.isPaper ? ' · Paper' : ''}`

export function confirmationRows(
  order: OrderToPreview,
  preview: OrderPreview | undefined,
  account: Pick<Account, 'type' | 'isPaper'> | undefined,
): ConfirmationRow[] {
  const units = isOptionCode(order.ticket) ? 'contracts' : 'shares'
  const isSell = (preview?.brokerInstruction ?? order.directionality).startsWith('SELL')
  const inversion = preview?.inversion ?? null
  const commission = preview?.commission ?? null
  return [
    {
      name: 'Side',
      value: formatSide(preview?.brokerInstruction ?? order.directionality),
      ...(preview === undefined && order.directionality === 'BUY'
        ? { note: 'covers a short position if there is one' }
        : {}),
    },
    { name: 'Code', value: order.ticket, ...(preview?.name ? { note: preview.name } : {}) },
    { name: 'Qty', value: `${formatCount(Number(order.quantity))} ${units}` },
    { name: 'Type', value: orderTypeRules[order.orderType].label },
    priceRow(order, preview),
    ...(findPriceField(order.orderType, 'limitPrice')
      ? [{ name: 'Limit', value: formatPrice(preview?.limitPrice ?? order.limitPrice ?? null) }]
      : []),
    { name: 'Duration', value: durations[order.duration ?? 'DAY'], note: sessionNote },
    ...stopRows(order, preview, units),
    { name: 'Inversion', value: inversion === null ? '--' : formatMoney(inversion) },
    ...(inversion === null ? [] : [costRow(inversion, commission, isSell)]),
    ...(preview === undefined
      ? []
      : [
          {
            name: 'Buying power',
            value: `${formatMoney(preview.buyingPowerBefore)} → ${formatMoney(preview.buyingPowerAfter)}`,
          },
        ]),
    { name: 'Account', value: describeAccount(order.accountNumber, account), note: order.accountNumber },
  ]
}

const effectNames: ReadonlySet<string> = new Set(['Cost', 'Proceeds', 'Loss at stop', 'Buying power'])

/** The lines that say what a change of an order does: the market it is for, its cost, and what it ties up and risks. */
export function effectRows({ order, preview }: PreviewedOrder): ConfirmationRow[] {
  const last = preview.lastPrice
  return [
    ...(last === null ? [] : [{ name: 'Last price', value: formatPrice(last) }]),
    ...confirmationRows(order, preview, undefined).filter(({ name }) => effectNames.has(name)),
  ]
}

function priceRow(order: OrderToPreview, preview: OrderPreview | undefined): ConfirmationRow {
  const last = preview?.lastPrice ? [`last price ${formatPrice(preview.lastPrice)}`] : []
  const trail = preview?.trail ?? order.trail ?? null
  if (trail !== null) {
    const notes = [...(preview?.price ? [`the stop is ${formatPrice(preview.price)} now`] : []), ...last]
    return {
      name: 'Trail',
      value: `${formatTrail(trail)} behind the last price`,
      ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
    }
  }
  return {
    name: 'Price',
    value: order.price === null ? 'Market' : formatPrice(preview?.price ?? order.price),
    ...(last.length > 0 ? { note: last.join() } : {}),
  }
}

/** What a buy costs or a sale brings, with the commission. */
export function costRow(inversion: bigint, commission: bigint | null, isSell: boolean): ConfirmationRow {
  const fees = commission ?? 0n
  return {
    name: isSell ? 'Proceeds' : 'Cost',
    value: formatMoney(isSell ? inversion - fees : inversion + fees),
    note: commission === null ? 'the commission is not known' : `with ${formatMoney(commission)} commission`,
  }
}

function stopRows(order: OrderToPreview, preview: OrderPreview | undefined, units: string): ConfirmationRow[] {
  if (order.childPrice === undefined) return [{ name: 'Stop Loss', value: '--' }]
  const cancelPrice = order.cancelPrice ?? null
  const loss = preview?.lossAtStop ?? null
  return [
    {
      name: 'Stop Loss',
      value: formatPrice(preview?.stopPrice ?? order.childPrice),
      note:
        `for ${formatCount(Number(order.childQuantity ?? order.quantity))} ${units}, good till cancelled, once the ` +
        'entry is filled',
    },
    ...(cancelPrice === null
      ? []
      : [
          {
            name: 'Cancel Price',
            value: formatPrice(cancelPrice),
            note: 'touched before the entry is filled, it cancels the entry and its stop',
          },
        ]),
    ...(loss === null
      ? []
      : [
          {
            name: 'Loss at stop',
            value: `-${formatMoney(loss)}`,
            note:
              `${formatPercent(preview!.lossPercent)} of the account value of ` + formatMoney(preview!.accountValue),
            isLoss: true,
          },
        ]),
  ]
}
