// The plan as a price ladder drawn to scale: entry, last, cancel price and stop loss.
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'
import classes from './price-ladder.module.css'
import { ladderSteps, type LadderPrice } from './ladder-steps.ts'

const heightPx = 96
const linePx = 18
const insetPx = 12

export interface PriceLadderProps {
  readonly isLong: boolean
  readonly entry: number
  readonly last: number | null
  readonly cancel: number | null
  readonly stop: number
}

export function PriceLadder({ isLong, entry, last, cancel, stop }: PriceLadderProps) {
  const prices: LadderPrice[] = [
    { kind: 'entry', price: entry },
    ...(last === null ? [] : [{ kind: 'last' as const, price: last }]),
    ...(cancel === null ? [] : [{ kind: 'cancel' as const, price: cancel }]),
    { kind: 'stop', price: stop },
  ]
  const steps = ladderSteps(prices, heightPx, linePx, insetPx)
  const away = (price: number): string =>
    last === null || last === 0 ? '' : `${formatPercent((Math.abs(price - last) / last) * 100)} from last`
  const words: Readonly<Record<LadderPrice['kind'], readonly [string, string]>> = {
    entry: [isLong ? 'Buy' : 'Sell short', away(entry)],
    last: ['Last', ''],
    cancel: ['Cancel', 'if touched before entry'],
    stop: [isLong ? 'Sell stop' : 'Buy stop', `${formatPercent((Math.abs(entry - stop) / entry) * 100)} from entry`],
  }
  const ends = [steps.find(({ kind }) => kind === 'entry')!.at, steps.find(({ kind }) => kind === 'stop')!.at]
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)]
  return (
    <div
      className={classes['ladder']}
      role="img"
      aria-label={steps.map(({ kind, price }) => `${words[kind][0]} ${formatPrice(String(price))}`).join(', ')}
      style={{ height: heightPx }}
    >
      <span className={classes['risk']} style={{ top, height: bottom - top }} />
      {steps.map(({ kind, at }) => (
        <span key={kind} className={classes['mark']} data-kind={kind} style={{ top: at - 1 }} />
      ))}
      {steps.map(({ kind, price, wordsAt }) => (
        <span key={kind} className={classes['step']} style={{ top: wordsAt }}>
          <strong>{formatPrice(String(price))}</strong>
          <span />
          <span>
            <b>{words[kind][0]}</b> {words[kind][1]}
          </span>
        </span>
      ))}
    </div>
  )
}
