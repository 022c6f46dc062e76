// What an order would do, beside its fields: the plan in numbered sentences, what it ties up and risks, and what speaks against it.
// Source: decisions, "Calculations" (true loss at the stop); look, "orders".
import type { OrderPreview } from '@clubfolio/contract'
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import classes from './order-ticket.module.css'
import { decimalsOf, formatPrice } from './format-price.ts'
import { PriceLadder } from './price-ladder.tsx'
import type { TicketForm } from './ticket-form.ts'

export interface OrderEffectProps {
  readonly form: TicketForm
  readonly preview: OrderPreview | undefined
  readonly failure: string | undefined
  readonly isBusy: boolean
}

const verbs: Readonly<Record<string, string>> = {
  BUY: 'Buy', SELL: 'Sell', SELL_SHORT: 'Sell short', BUY_TO_COVER: 'Buy to cover',
  BUY_TO_OPEN: 'Buy to open', SELL_TO_CLOSE: 'Sell to close', SELL_TO_OPEN: 'Write', BUY_TO_CLOSE: 'Buy to close',
}
const kinds = { STOP: 'stop', LIMIT: 'limit', MARKET: 'market', STOP_LIMIT: 'stop' } as const

export function OrderEffect({ form, preview, failure, isBusy }: OrderEffectProps) {
  if (failure) return <div className={classes['effect']}><p role="alert" className={classes['reject']}><IconBan size={16} stroke={1.6} aria-hidden />{failure}</p></div>
  if (!preview) return <div className={classes['effect']}><p className={classes['hint']}>{isBusy ? 'Asking the brokerage…' : 'Fill in the order to see what it would do: buying power, share of your capital, loss at the stop.'}</p></div>
  const isLong = form.directionality === 'BUY'
  const stop = preview.stopPrice
  return (
    <section className={classes['effect']} aria-label="What the order does" aria-busy={isBusy}>
      <p className={classes['instrument']}>
        <strong>{preview.code}</strong> <span>{preview.name}</span>
        <span className={classes['last']}>{preview.lastPrice === null ? 'no price' : `last ${formatMoney(preview.lastPrice, { decimals: decimalsOf(preview.lastPrice) })}`}</span>
      </p>
      {stop === null || preview.price === null ? null : (
        <PriceLadder isLong={isLong} entry={Number(preview.price)} last={preview.lastPrice === null ? null : Number(preview.lastPrice)} cancel={form.cancelPrice === '' ? null : Number(form.cancelPrice)} stop={Number(stop)} />
      )}
      <ol className={classes['plan']}>
        <li>
          <strong>{`${verbs[preview.brokerInstruction] ?? preview.brokerInstruction} ${form.quantity} ${preview.code} ${form.orderType === 'MARKET' ? 'at the market' : `at ${kinds[form.orderType]} ${formatPrice(preview.price)}${preview.limitPrice === null ? '' : `, limit ${formatPrice(preview.limitPrice)}`}`}`}</strong>
          <span>{form.cancelPrice !== '' && stop !== null ? `Cancelled if the price touches ${formatPrice(form.cancelPrice)} before the entry.` : 'Goes out now.'}</span>
        </li>
        {stop === null ? null : (
          <li>
            <strong>{`${isLong ? 'Sell' : 'Buy to cover'} ${form.stopQuantity === '' ? form.quantity : form.stopQuantity} ${preview.code} at stop ${formatPrice(stop)}`}</strong>
            <span>Starts once the entry is filled in full.</span>
          </li>
        )}
      </ol>
      <dl className={classes['facts']}>
        <Fact name="Inversion" value={`${formatMoney(preview.inversion)}${preview.shareOfCapital === null ? '' : ` · ${formatPercent(preview.shareOfCapital)} of capital`}`} />
        {stop === null ? null : <Fact name="True loss at stop" isLoss value={preview.lossAtStop === null ? '--' : `-${formatMoney(preview.lossAtStop)} · ${formatPercent(preview.lossPercent)} of capital`} />}
        <Fact name="Buying power" value={`${formatMoney(preview.buyingPowerBefore)} → ${formatMoney(preview.buyingPowerAfter)}`} />
        {preview.buyingPowerAfter >= preview.buyingPowerBefore || preview.buyingPowerBefore <= 0n ? null : (
          <Fact name="Held back" value={`${formatMoney(preview.buyingPowerBefore - preview.buyingPowerAfter)} · ${formatPercent(Number(((preview.buyingPowerBefore - preview.buyingPowerAfter) * 10_000n) / preview.buyingPowerBefore) / 100)} until filled or cancelled`} />
        )}
        {preview.commission === null ? null : <Fact name="Commission" value={formatMoney(preview.commission)} />}
      </dl>
      <ul className={classes['notes']} aria-label="Warnings">
        {preview.breaches.map((text) => <Note key={text} text={text} isReject />)}
        {preview.rejects.map((text) => <Note key={text} text={`The brokerage would reject it: ${text}`} isReject />)}
        {preview.warnings.map(({ text }) => <Note key={text} text={text} />)}
      </ul>
    </section>
  )
}

function Fact({ name, value, isLoss = false }: { readonly name: string; readonly value: string; readonly isLoss?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-loss={isLoss || undefined}>{value}</dd>
    </div>
  )
}

function Note({ text, isReject = false }: { readonly text: string; readonly isReject?: boolean }) {
  const Mark = isReject ? IconBan : IconAlertTriangle
  return (
    <li className={isReject ? classes['reject'] : classes['warning']}>
      <Mark size={16} stroke={1.6} aria-hidden />
      {text}
    </li>
  )
}
