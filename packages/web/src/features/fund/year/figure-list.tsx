// Figures of a paper one below the other, sums in bold: balance sheet, income statement, a member's own lines.
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import classes from './year.module.css'

export interface FigureLine {
  readonly label: string
  readonly value: bigint
  /** A result, with sign and colour. */
  readonly isResult?: boolean
  readonly isTotal?: boolean
}

export interface FigureListProps {
  readonly label: string
  readonly lines: readonly FigureLine[]
}

export function FigureList({ label, lines }: FigureListProps) {
  return (
    <table className={classes['figures']} aria-label={label}>
      <tbody>
        {lines.map(({ label: name, value, isResult = false, isTotal = false }) => (
          <tr key={name} {...(isTotal ? { 'data-total': true } : {})}>
            <th scope="row">{name}</th>
            <td>{isResult ? <Change money={value} /> : <Money value={value} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
