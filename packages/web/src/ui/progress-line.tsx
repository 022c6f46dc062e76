// A 1 px line that is animated while fresh data loads, shown only when that takes longer than 400 ms.
import classes from './progress-line.module.css'
import { useOutlasted } from './use-outlasted.ts'

export function ProgressLine({ isActive }: { readonly isActive: boolean }) {
  const isShown = useOutlasted(isActive, 400)
  return isShown ? <div className={classes['line']} role="progressbar" aria-label="Refreshing" /> : null
}
