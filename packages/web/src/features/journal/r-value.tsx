// A result in R, with the triangle, sign and colour of profit and loss.
import { absent } from '../../ui/format/money.ts'
import { Triangle } from '../../ui/figure/triangle.tsx'
import { formatR } from './journal-words.ts'
import classes from './journal.module.css'

export function RValue({ r, title }: { readonly r: number | null; readonly title?: string | undefined }) {
  if (r === null)
    return (
      <span className={classes['dimmed']} title={title}>
        {absent}
      </span>
    )
  return (
    <span className={r < 0 ? classes['loss'] : classes['profit']}>
      <Triangle isUp={r >= 0} />
      {formatR(r)}
    </span>
  )
}
