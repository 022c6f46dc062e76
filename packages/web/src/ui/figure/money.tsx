// An amount of money in text colour. Contributions and cash are neutral, so their sign has no colour.
import { absent, type MoneyFormat, type MoneyValue } from '../format/money.ts'
import { useFormatAmount } from './currency.tsx'
import classes from './figure.module.css'

export interface MoneyProps extends MoneyFormat {
  readonly value: MoneyValue | null | undefined
}

export function Money({ value, ...format }: MoneyProps) {
  const words = useFormatAmount()(value, format)
  return <span className={words === absent ? classes['absent'] : classes['number']}>{words}</span>
}
