// The plan as a price ladder drawn to scale: target, entry, last, cancel price and stop loss, with what is risked and
// what is to be won as two bars.
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'
import classes from './price-ladder.module.css'
import { ladderSteps, type LadderPrice } from './ladder-steps.ts'

const linePx = 18
const insetPx = 12

export interface PriceLadderProps {
  readonly isLong: boolean
  /** What happens at the entry; by default "Buy" or "Sell short". */
  readonly entryName?: string
  readonly entry: number
  readonly last: number | null
  readonly cancel: number | null
  readonly stop: number | null
  readonly target?: number | null
}

export function PriceLadder({
  isLong,
  entryName = isLong ? 'Buy' : 'Sell short',
  entry,
  last,
  cancel,
  stop,
  target = null,
}: PriceLadderProps) {
  const found = (kind: LadderPrice['kind'], price: number | null): LadderPrice[] =>
    price === null ? [] : [{ kind, price }]
  const prices: LadderPrice[] = [
    ...found('entry', entry),
    ...found('last', last),
    ...found('cancel', cancel),
    ...found('stop', stop),
    ...found('target', target),
  ]
  const heightPx = 2 * insetPx + linePx * Math.max(4, prices.length)
  const steps = ladderSteps(prices, heightPx, linePx, insetPx)
  const fromEntry = (price: number): string => `${formatPercent((Math.abs(entry - price) / entry) * 100)} from entry`
  const fromLast =
    last === null || last === 0 ? '' : `${formatPercent((Math.abs(entry - last) / last) * 100)} from last`
  const words: Readonly<Record<LadderPrice['kind'], readonly [string, string]>> = {
    entry: [entryName, fromLast],
    last: ['Last', ''],
    cancel: ['Cancel', 'if touched before entry'],
    stop: [isLong ? 'Sell stop' : 'Buy stop', stop === null ? '' : fromEntry(stop)],
    target: ['Target', target === null ? '' : fromEntry(target)],
  }
  return (
    <div
      className={classes['ladder']}
      role="img"
      aria-label={steps.map(({ kind, price }) => `${words[kind][0]} ${formatPrice(String(price))}`).join(', ')}
      style={{ height: heightPx }}
    >
      <Span steps={steps} kind="stop" className={classes['risk']} />
      <Span steps={steps} kind="target" className={classes['reward']} />
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

interface SpanProps {
  readonly steps: ReturnType<typeof ladderSteps>
  readonly kind: 'stop' | 'target'
  readonly className: string | undefined
}

/** The bar between the entry and one of its exits. */
function Span({ steps, kind, className }: SpanProps) {
  const entry = steps.find((step) => step.kind === 'entry')?.at
  const exit = steps.find((step) => step.kind === kind)?.at
  if (entry === undefined || exit === undefined) return null
  return <span className={className} style={{ top: Math.min(entry, exit), height: Math.abs(entry - exit) }} />
}
