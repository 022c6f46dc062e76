// What an order would do, next to its fields: the plan in numbered sentences, the money it ties up and risks, and its
// obstacles. All of it describes the previewed order, even when the fields have changed since.
// Source: docs/rules/trading.md, "Position formulas".
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import type { PreviewedOrder } from './api.ts'
import classes from './order-ticket.module.css'
import { formatPrice } from '../order-text/format-price.ts'
import { costRow } from './confirmation-rows.ts'
import { describeLimitUse, limitName } from './limit-words.ts'
import { orderLines } from './order-lines.ts'
import { OrderLines } from './order-line-list.tsx'
import { PriceLadder } from './price-ladder.tsx'
import { RiskFacts, StopsFact } from './risk-facts.tsx'
import { Fact } from './order-fact.tsx'
import type { RiskAtStops } from './risk-at-stops.ts'
import { isPairOrder } from './ticket-form.ts'

export interface OrderEffectProps {
  /** The order that this one takes the place of. */
  readonly replacedId?: string
  readonly shown: PreviewedOrder | undefined
  readonly failure: string | undefined
  readonly isBusy: boolean
  /** Of the account, before and after the order; absent where it is not known. */
  readonly atStops?: RiskAtStops | undefined
}

export function OrderEffect({ replacedId, shown, failure, isBusy, atStops }: OrderEffectProps) {
  if (failure)
    return (
      <div className={classes['effect']}>
        <p role="alert" className={classes['reject']}>
          <IconBan size={16} stroke={1.6} aria-hidden />
          {failure}
        </p>
      </div>
    )
  if (!shown)
    return (
      <div className={classes['effect']}>
        <p className={classes['hint']}>
          {isBusy
            ? 'Asking the brokerage…'
            : 'Fill in the order to see what it would do: buying power, share of the account value, loss at the stop.'}
        </p>
      </div>
    )
  const { order, preview } = shown
  const isPair = isPairOrder(order)
  // A pair that sells closes a long position.
  const isLong = (order.directionality === 'BUY') !== isPair
  const stop = preview.stopPrice
  const hasExits = stop !== null || preview.targetPrice !== null
  const cancelPrice = isPair ? null : (order.cancelPrice ?? null)
  const heldBack = preview.buyingPowerBefore - preview.buyingPowerAfter
  const hasLadder = hasExits && preview.price !== null
  const priceOf = (text: string | null) => (text === null ? null : Number(text))
  return (
    <section className={classes['effect']} aria-label="What the order does" aria-busy={isBusy}>
      {hasLadder ? (
        <div className={classes['ladder']}>
          <PriceLadder
            isLong={isLong}
            {...(isPair ? { entryName: 'Market' } : {})}
            entry={Number(preview.price)}
            last={isPair ? null : priceOf(preview.lastPrice)}
            cancel={priceOf(cancelPrice)}
            stop={priceOf(stop)}
            target={priceOf(preview.targetPrice)}
          />
        </div>
      ) : null}
      <OrderLines lines={orderLines(order, preview, replacedId)} />
      <dl className={classes['facts']}>
        {/* The ticket has the quote next to its code, and a ladder has the last price. */}
        {replacedId === undefined || hasLadder ? null : (
          <Fact name="Last price" value={formatPrice(preview.lastPrice)} />
        )}
        <Fact
          name="Inversion"
          value={
            formatMoney(preview.inversion) +
            (preview.shareOfCapital === null ? '' : ` · ${formatPercent(preview.shareOfCapital)} of the account value`)
          }
        />
        {replacedId === undefined || preview.inversion === null ? null : <CostOfChange preview={preview} />}
        <RiskFacts preview={preview} isPair={isPair} isOpen={stop !== null} />
        {atStops === undefined ? null : <StopsFact atStops={atStops} accountValue={preview.accountValue} />}
        <Fact
          name="Buying power"
          value={`${formatMoney(preview.buyingPowerBefore)} → ${formatMoney(preview.buyingPowerAfter)}`}
        />
        {heldBack <= 0n || preview.buyingPowerBefore <= 0n ? null : (
          <Fact
            name={replacedId === undefined ? 'Held back' : 'Held back in addition'}
            value={
              `${formatMoney(heldBack)} · ` +
              `${formatPercent(Number((heldBack * 10_000n) / preview.buyingPowerBefore) / 100)} ` +
              'until filled or cancelled'
            }
          />
        )}
        {preview.limits.map((use) => (
          <Fact
            key={use.measure}
            name={limitName(use)}
            isLoss={Number(use.after ?? use.used) > Number(use.limit)}
            value={describeLimitUse(use)}
          />
        ))}
        {preview.commission === null || replacedId !== undefined ? null : (
          <Fact name="Commission" value={formatMoney(preview.commission)} />
        )}
      </dl>
      <ul className={classes['notes']} aria-label="Warnings">
        {obstacles(shown).map((text) => (
          <Note key={text} text={text} isReject />
        ))}
        {[...preview.questions, ...remarks(shown)].map(({ text }) => (
          <Note key={text} text={text} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the reasons that prevent sending the order, in words. */
export const obstacles = ({ preview }: Pick<PreviewedOrder, 'preview'>): string[] => [
  ...preview.faults,
  ...preview.breaches,
  ...preview.rejects.map((text) => `The brokerage would reject it: ${text}`),
]

/** Warnings that anticipate a brokerage rejection; after the rejection they would only repeat it. */
const saidByReject: ReadonlySet<string> = new Set(['buyingPowerShort', 'notHeld', 'entryWrongSide'])

/** Returns the remaining warnings about the order. */
export const remarks = ({
  preview: { rejects, warnings },
}: Pick<PreviewedOrder, 'preview'>): PreviewedOrder['preview']['warnings'] =>
  rejects.length > 0 ? warnings.filter(({ kind }) => !saidByReject.has(kind)) : warnings

function CostOfChange({ preview }: Pick<PreviewedOrder, 'preview'>) {
  const { name, value, note } = costRow(
    preview.inversion ?? 0n,
    preview.commission,
    preview.brokerInstruction?.startsWith('SELL') === true,
  )
  return <Fact name={name} value={`${value} ${note}`} />
}

export function Note({ text, isReject = false }: { readonly text: string; readonly isReject?: boolean }) {
  const Mark = isReject ? IconBan : IconAlertTriangle
  return (
    <li className={isReject ? classes['reject'] : classes['warning']}>
      <Mark size={16} stroke={1.6} aria-hidden />
      {text}
    </li>
  )
}
