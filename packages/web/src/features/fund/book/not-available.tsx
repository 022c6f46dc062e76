// A figure that does not exist, or not yet. A short reason is in the title attribute; a derivation explains the rest.
import { Change } from '../../../ui/figure/change.tsx'
import classes from '../fund.module.css'

/**
 * Too short: a money-weighted return over less than 30 days is meaningless.
 * Source: docs/rules/fund.md, "Performance figures".
 */
export function NotAvailable({
  because = 'not-available',
}: {
  readonly because?: 'too-short' | 'not-available' | null
}) {
  return (
    <span className={classes['dimmed']} {...(because === 'too-short' ? { title: 'Shown from 30 days on' } : {})}>
      n/a
    </span>
  )
}

export interface ReturnFigureProps {
  readonly percent: number | null | undefined
  readonly because?: 'too-short' | 'not-available' | null
}

/** A return in percent, or "n/a" without one. */
export function ReturnFigure({ percent, because = null }: ReturnFigureProps) {
  return percent === null || percent === undefined ? <NotAvailable because={because} /> : <Change percent={percent} />
}
