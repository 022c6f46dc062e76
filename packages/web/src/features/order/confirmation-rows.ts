// The lines of an order confirmation; figures that only the preview provides are omitted without one.
// Source: docs/rules/trading.md, "Order entry".
import {
  type Account,
  findPriceField,
  type OrderPreview,
  type OrderToPreview,
  type PairToPreview,
} from '@clubfolio/contract'
import {
  formatTrail,
  isOptionCode,
  maskNumber,
  type OrderSession,
  orderTypeRules,
  type TicketDuration,
} from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'
import type { PreviewedOrder } from './api.ts'
import { formatSide } from './order-side.ts'
import { isPairOrder, type TicketOrder } from './ticket-form.ts'

export interface ConfirmationRow {
  readonly name: string
  readonly value: string
  /** Shown below the value, in small print. */
  readonly note?: string
  readonly isLoss?: boolean
}

const durations: Readonly<Record<TicketDuration, string>> = { GOOD_TILL_CANCEL: 'Good till cancelled', DAY: 'Day' }

const sessionNotes: Readonly<Record<OrderSession, string>> = {
  NORMAL: 'regular session, 09:30 to 16:00 New York',
  AM: 'before the regular session, until 09:30 New York',
  PM: 'after the regular session, from 16:00 New York',
  SEAMLESS: 'in the regular session, before it and after it',
}

/** `Good till 2026-03-20` */
export const describeDuration = (order: Pick<OrderToPreview, 'duration' | 'goodTill'>): string =>
  (order.goodTill ?? null) === null ? durations[order.duration ?? 'DAY'] : `Good till ${order.goodTill}`

/** `Margin account •••• 4821 · Paper` */
export const describeAccount = (number: string, account: Pick<Account, 'type' | 'isPaper'> | undefined): string =>
  `${account === undefined ? 'Account' : account.type === 'CASH' ? 'Cash account' : 'Margin account'} ` +
  `${maskNumber(number)}${account?.isPaper ? ' · Paper' : ''}`

export function confirmationRows(
  order: TicketOrder,
  preview: OrderPreview | undefined,
  account: Pick<Account, 'type' | 'isPaper'> | undefined,
): ConfirmationRow[] {
  const units = isOptionCode(order.ticket) ? 'contracts' : 'shares'
  if (isPairOrder(order)) return pairRows(order, preview, { account, units })
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
    { name: 'Duration', value: describeDuration(order), note: sessionNotes[order.session ?? 'NORMAL'] },
    ...stopRows(order, preview, units),
    ...targetRows(preview),
    { name: 'Inversion', value: inversion === null ? '--' : formatMoney(inversion) },
    ...(inversion === null ? [] : [costRow(inversion, commission, isSell)]),
    ...powerRows(preview),
    { name: 'Account', value: describeAccount(order.accountNumber, account), note: order.accountNumber },
  ]
}

const powerRows = (preview: OrderPreview | undefined): ConfirmationRow[] =>
  preview === undefined
    ? []
    : [
        {
          name: 'Buying power',
          value: `${formatMoney(preview.buyingPowerBefore)} → ${formatMoney(preview.buyingPowerAfter)}`,
        },
      ]

interface PairContext {
  readonly account: Pick<Account, 'type' | 'isPaper'> | undefined
  readonly units: string
}

function pairRows(
  order: PairToPreview,
  preview: OrderPreview | undefined,
  { account, units }: PairContext,
): ConfirmationRow[] {
  const stop = preview?.stopPrice ?? order.stopPrice
  const trail = preview?.stopTrail ?? order.stopTrail ?? null
  const last = preview?.lastPrice ?? null
  return [
    { name: 'Side', value: formatSide(preview?.brokerInstruction ?? order.directionality) },
    { name: 'Code', value: order.ticket, ...(preview?.name ? { note: preview.name } : {}) },
    { name: 'Qty', value: `${formatCount(Number(order.quantity))} ${units}` },
    { name: 'Type', value: 'OCO', note: 'the fill of one order cancels the other' },
    {
      name: 'Target',
      value: formatPrice(preview?.targetPrice ?? order.targetPrice),
      ...(last === null ? {} : { note: `last price ${formatPrice(last)}` }),
    },
    trail === null
      ? { name: 'Stop Loss', value: formatPrice(stop) }
      : { name: 'Stop Loss', value: `${formatTrail(trail)} behind the last price` },
    { name: 'Duration', value: describeDuration(order), note: sessionNotes.NORMAL },
    ...powerRows(preview),
    { name: 'Account', value: describeAccount(order.accountNumber, account), note: order.accountNumber },
  ]
}

function targetRows(preview: OrderPreview | undefined): ConfirmationRow[] {
  const target = preview?.targetPrice ?? null
  const reward = preview?.reward ?? null
  if (target === null) return []
  return [
    {
      name: 'Target',
      value: formatPrice(target),
      note:
        'good till cancelled, once the entry is filled' +
        (reward === null ? '' : `; brings ${formatMoney(reward)}`) +
        (preview?.rewardToRisk ? `, ${preview.rewardToRisk} times the risk` : ''),
    },
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
  if (order.childOrderType === undefined || order.childOrderType === 'LIMIT')
    return [{ name: 'Stop Loss', value: '--' }]
  const cancelPrice = order.cancelPrice ?? null
  const loss = preview?.lossAtStop ?? null
  const trail = preview?.stopTrail ?? order.childTrail ?? null
  const limit = preview?.stopLimitPrice ?? order.childLimitPrice ?? null
  return [
    {
      name: 'Stop Loss',
      value:
        trail === null
          ? formatPrice(preview?.stopPrice ?? order.childPrice ?? null) +
            (limit === null ? '' : `, limit ${formatPrice(limit)}`)
          : `${formatTrail(trail)} behind the price`,
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
