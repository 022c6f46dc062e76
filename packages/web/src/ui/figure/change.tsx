// Profit and loss, in money or percent: triangle, sign, colour. Zero has no sign, and otherwise the style of a profit.
// Source: docs/rules/interface.md, "Tables".
import { absent, moneySign, type MoneyValue } from '../format/money.ts'
import { formatPercent } from '../format/percent.ts'
import { useFormatAmount } from './currency.tsx'
import classes from './figure.module.css'
import { Triangle } from './triangle.tsx'

export interface ChangeProps {
  /** Whole cents or decimal text. */
  readonly money?: MoneyValue | null | undefined
  /** Percent as a number or decimal text; pass either `money` or `percent`. */
  readonly percent?: number | string | null | undefined
  /** Omits the triangle, next to a figure that already has one. */
  readonly isBare?: boolean
}

export function Change({ money, percent, isBare = false }: ChangeProps) {
  const format = useFormatAmount()
  const value = money ?? (percent === undefined || percent === null ? undefined : String(percent))
  if (value === undefined || value === 'NaN') return <span className={classes['absent']}>{absent}</span>
  const isLoss = moneySign(value) < 0
  const words =
    money === undefined || money === null
      ? formatPercent(String(value), { isSigned: true })
      : format(money, { isSigned: true })
  return (
    <span className={isLoss ? classes['loss'] : classes['profit']}>
      {isBare ? null : <Triangle isUp={!isLoss} />}
      {words}
    </span>
  )
}
