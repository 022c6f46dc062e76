// The preset of an account: the size with which its entries in shares begin, how far their stop is from the entry, and
// how many times the risk their target is. Its exits are computed from the prices of the ticket, so that they follow
// the market and the price that is typed; whatever the user types stays.
// Source: docs/rules/trading.md, "Presets"; docs/decisions/0075-presets.md.
import type { Quote } from '@clubfolio/contract'
import { distancesOf, isOptionCode, type SizeMode, sizeModes, stopAt, targetAt } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { pricesOf } from './size-form.ts'
import { canHaveExits, isCode, isPrice, sharesFault, type TicketFaults, type TicketForm } from './ticket-form.ts'

/** Texts as typed; an empty one leaves its field of the ticket alone. */
export const OrderPreset = z.object({
  sizeMode: z.enum(sizeModes),
  /** Shares, dollars, or percent of the capital. */
  amount: z.string().max(24),
  /** Percent of the entry. */
  stopPercent: z.string().max(24),
  /** Times the risk; only with a stop. */
  targetTimes: z.string().max(24),
  /** Holding the key that opened the review sends it; off unless the user has chosen it. */
  holdSends: z.boolean().optional(),
})
export type OrderPreset = z.output<typeof OrderPreset>

/** By account number. */
export const OrderPresets = z.record(z.string().max(40), OrderPreset)
export type OrderPresets = z.output<typeof OrderPresets>

export type PresetFaults = Partial<Record<keyof OrderPreset, string>>

export function presetFaults({ sizeMode, amount, stopPercent, targetTimes }: OrderPreset): PresetFaults {
  const isPercent = sizeMode === 'PERCENT' || sizeMode === 'RISK'
  const amountFault =
    amount === ''
      ? undefined
      : sizeMode === 'SHARES'
        ? sharesFault(amount)
        : !isPrice(amount)
          ? isPercent
            ? 'Enter a percentage or nothing.'
            : 'Enter dollars or nothing.'
          : isPercent && Number(amount) > 100
            ? 'Enter at most 100%.'
            : undefined
  const stopFault =
    stopPercent === ''
      ? sizeMode === 'RISK' && amount !== ''
        ? 'Enter the stop that the risk is measured to.'
        : targetTimes === ''
          ? amount === ''
            ? 'Enter a size, a stop, or both.'
            : undefined
          : 'Enter the stop that the target is measured from.'
      : !isPrice(stopPercent) || Number(stopPercent) >= 100
        ? 'Enter a percentage below 100.'
        : undefined
  const isTargetWrong = targetTimes !== '' && (!isPrice(targetTimes) || Number(targetTimes) > 100)
  return {
    ...(amountFault === undefined ? {} : { amount: amountFault }),
    ...(stopFault === undefined ? {} : { stopPercent: stopFault }),
    ...(isTargetWrong ? { targetTimes: 'Enter a number up to 100.' } : {}),
  }
}

const sizeWords: Readonly<Record<SizeMode, (amount: string) => string>> = {
  SHARES: (amount) => `${formatCount(amount)} ${amount === '1' ? 'share' : 'shares'}`,
  DOLLARS: (amount) => formatMoney(amount),
  PERCENT: (amount) => `${amount}% of the capital`,
  RISK: (amount) => `${amount}% at risk`,
}

/** Example: "100 shares, stop 3% away, target 2 × the risk". */
export const describePreset = ({ sizeMode, amount, stopPercent, targetTimes }: OrderPreset): string =>
  [
    amount === '' ? null : sizeWords[sizeMode](amount),
    stopPercent === '' ? null : `stop ${stopPercent}% away`,
    targetTimes === '' ? null : `target ${targetTimes} × the risk`,
  ]
    .filter((words) => words !== null)
    .join(', ')

/** What a preset fills; a part is the user's own once they change one of its fields. */
export type PresetPart = 'size' | 'stop' | 'target'

export const presetParts: readonly PresetPart[] = ['size', 'stop', 'target']

const fieldsOfPart = {
  size: ['sizeMode', 'amount', 'capital', 'quantity'],
  stop: ['stopType', 'stopPrice', 'stopLimit', 'stopTrail', 'stopTrailUnit'],
  target: ['targetPrice'],
} as const satisfies Readonly<Record<PresetPart, readonly (keyof TicketForm)[]>>

export const partsChangedBy = (change: Partial<TicketForm>): PresetPart[] =>
  presetParts.filter((part) => fieldsOfPart[part].some((field) => change[field] !== undefined))

/** Returns the fields of the parts as the ticket shows them, which the user's own changes go on from. */
export const fieldsOfParts = (form: TicketForm, parts: readonly PresetPart[]): Partial<TicketForm> => {
  const { sizeMode, amount, capital, quantity } = form
  const { stopType, stopPrice, stopLimit, stopTrail, stopTrailUnit, targetPrice } = form
  return {
    ...(parts.includes('size') ? { sizeMode, amount, capital, quantity } : {}),
    ...(parts.includes('stop') ? { stopType, stopPrice, stopLimit, stopTrail, stopTrailUnit } : {}),
    ...(parts.includes('target') ? { targetPrice } : {}),
  }
}

/** A ticket that comes with a size or an exit has a plan of its own, to which nothing is added. */
export const hasOwnPlan = (request: OrderTicketRequest): boolean =>
  request.isPair === true ||
  [
    request.sourceId,
    request.quantity,
    request.sizeMode,
    request.stopPrice,
    request.stopTrail,
    request.targetPrice,
  ].some((given) => given !== undefined)

/** A preset is for entries in shares: `held` is what the account holds of the code, signed. */
export const isPresetEntry = (form: TicketForm, held: number): boolean =>
  !form.isPair &&
  canHaveExits(form) &&
  isCode(form.code) &&
  !isOptionCode(form.code) &&
  (form.directionality === 'BUY' ? held >= 0 : held <= 0)

export interface PresetBasis {
  readonly preset: OrderPreset
  /** Null if the brokerage has none, undefined until it has answered. */
  readonly quote: Pick<Quote, 'last' | 'bid' | 'ask'> | null | undefined
  readonly own: ReadonlySet<PresetPart>
}

export interface PresetForm {
  readonly form: TicketForm
  /** An exit of the preset that has no price yet: without it the order would be another one. */
  readonly faults: TicketFaults
}

/** Returns the form with the parts of the preset that are not the user's own. */
export function withPreset(form: TicketForm, { preset, quote, own }: PresetBasis): PresetForm {
  const sized = own.has('size') || preset.amount === '' ? form : { ...form, ...sizeOf(preset) }
  const entry = pricesOf(sized, quote).price
  const isLong = form.directionality === 'BUY'
  const setsStop = !own.has('stop') && preset.stopPercent !== ''
  const stopPrice = !setsStop ? null : entry === null ? '' : (stopAt(entry, preset.stopPercent, isLong) ?? '')
  const stopped: TicketForm = stopPrice === null ? sized : { ...sized, stopType: 'STOP', stopPrice }
  const stop = pricesOf(stopped, quote).stop
  // A target is measured from the stop; without one there is none.
  const setsTarget = !own.has('target') && preset.targetTimes !== '' && (stop !== null || setsStop)
  const target = !setsTarget || entry === null || stop === null ? null : targetAt(entry, stop, preset.targetTimes)
  return {
    form: setsTarget ? { ...stopped, targetPrice: target ?? '' } : stopped,
    faults: {
      ...(stopPrice === '' ? { stopPrice: 'The preset has no price for the stop yet. Enter it, or clear it.' } : {}),
      ...(setsTarget && stop !== null && target === null
        ? { targetPrice: 'The preset has no price for the target. Enter it, or clear it.' }
        : {}),
    },
  }
}

const sizeOf = ({ sizeMode, amount }: OrderPreset): Partial<TicketForm> =>
  sizeMode === 'SHARES' ? { sizeMode, amount: '', quantity: amount } : { sizeMode, amount, capital: '' }

/** Returns the preset that would fill a ticket like this one, as far as its fields say. */
export function presetOf(form: TicketForm, quote: PresetBasis['quote']): OrderPreset {
  const { price, stop } = pricesOf(form, quote)
  const amount = form.sizeMode === 'SHARES' ? form.quantity : form.amount
  const { stopPercent, targetTimes } =
    price === null
      ? { stopPercent: null, targetTimes: null }
      : distancesOf({
          entry: price.toFixed(),
          stop: stop?.toFixed() ?? null,
          target: isPrice(form.targetPrice) ? form.targetPrice : null,
          isLong: form.directionality === 'BUY',
        })
  return {
    sizeMode: form.sizeMode,
    amount: isPrice(amount) ? amount : '',
    stopPercent: stopPercent ?? '',
    targetTimes: targetTimes ?? '',
  }
}

/** A market that moves less than this leaves the exits of a market order where they are. */
const steadyPart = new Decimal('0.001')

/**
 * Returns the earlier quote until the market has moved by a tenth of a percent, so that the exits of a market order,
 * and their preview, do not change with every tick.
 */
export function steadyQuote<Q extends Pick<Quote, 'code' | 'last' | 'bid' | 'ask'>>(
  before: Q | null | undefined,
  now: Q | null | undefined,
): Q | null | undefined {
  if (!before || !now || before.code !== now.code) return now
  const hasMoved = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined
      ? from !== to
      : new Decimal(to).minus(from).abs().greaterThan(new Decimal(from).times(steadyPart))
  return hasMoved(before.last, now.last) || hasMoved(before.bid, now.bid) || hasMoved(before.ask, now.ask)
    ? now
    : before
}
