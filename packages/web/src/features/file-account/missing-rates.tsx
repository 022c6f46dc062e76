// The currencies whose rates are missing, with the days and the lines that wait for them.
import type { FileAccountState } from '@clubfolio/contract'
import classes from './file-account.module.css'
import { counted } from './statement-words.ts'

export interface MissingRatesProps {
  readonly gaps: FileAccountState['missingRates']
  /** Of the account. */
  readonly currency: string
}

export function MissingRates({ gaps, currency }: MissingRatesProps) {
  return (
    <>
      {`Lines in other currencies than ${currency} without a rate wait: they count once their rates are imported.`}
      <ul className={classes['plainList']}>
        {gaps.map((gap) => (
          <li key={gap.currency}>
            <strong>{gap.currency}</strong> {counted(gap.lines, 'line')}, {gap.firstDay} to {gap.lastDay}
          </li>
        ))}
      </ul>
    </>
  )
}
