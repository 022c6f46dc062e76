// The page "What earned your money" of a statement, as its PDF has it, and the changes to statements issued before.
import {
  allLines,
  correctedHeading,
  correctedNote,
  correctedRows,
  earnedGap,
  earnedHeading,
  earnedNote,
  earnedRows,
  type StatementEarnings,
} from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { Change } from '../../../ui/figure/change.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { ReturnFigure } from '../book/not-available.tsx'
import classes from '../fund.module.css'

export function EarnedTables({ earned }: { readonly earned: StatementEarnings }) {
  const gap = earnedGap(earned)
  const hasTable = gap === null && earned.lines.length > 0
  const isPhone = usePhone()
  return (
    <>
      {gap === null ? null : (
        <section className={classes['earned']} aria-label={earnedHeading}>
          <h3>{earnedHeading}</h3>
          <p>{gap}</p>
        </section>
      )}
      {hasTable ? (
        <section className={classes['earned']} aria-label={earnedHeading}>
          <table className={classes['preview']}>
            <thead>
              <tr>
                <th>{earnedHeading}</th>
                <th>Profit</th>
                <th>Contribution</th>
                {isPhone ? null : (
                  <>
                    <th>Price</th>
                    <th>Income</th>
                    <th>Fees</th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {earnedRows(earned.lines).map((row) => (
                <tr key={`${row.kind} ${row.name}`}>
                  <td>
                    {row.name}
                    {row.detail === null || row.detail === row.name ? null : (
                      <span className={classes['days']}>{row.detail}</span>
                    )}
                    {isPhone ? <Effects row={row} /> : null}
                  </td>
                  <EarnedCells row={row} isPhone={isPhone} />
                </tr>
              ))}
              <tr data-total>
                <td>
                  Together
                  {isPhone ? <Effects row={earned.total} /> : null}
                </td>
                <EarnedCells row={earned.total} isPhone={isPhone} />
              </tr>
            </tbody>
          </table>
          <p>{earnedNote}</p>
        </section>
      ) : null}
      {earned.corrections.length === 0 ? null : (
        <section className={classes['earned']} aria-label={correctedHeading}>
          <h3>{correctedHeading}</h3>
          <p>{correctedNote}</p>
          {earned.corrections.map((correction) => (
            <table key={`${correction.from} ${correction.to}`} className={classes['preview']}>
              <thead>
                <tr>
                  <th>{`${correction.from} to ${correction.to}, issued ${formatDay(correction.issuedAt)}`}</th>
                  <th>Statement</th>
                  <th>Now</th>
                  <th>Difference</th>
                </tr>
              </thead>
              <tbody>
                {correctedRows(correction).map((row) => (
                  <CorrectedRow key={row.name} {...row} />
                ))}
                <CorrectedRow name={allLines} {...correction.total} isTotal />
              </tbody>
            </table>
          ))}
        </section>
      )}
    </>
  )
}

/** On a phone, what the profit consists of; a part of 0.00 is left out, and so is a price without others. */
function Effects({ row: { price, income, fees } }: { readonly row: StatementEarnings['total'] }) {
  const format = useFormatAmount()
  if (income === 0n && fees === 0n) return null
  const parts = [['Price', price] as const, ['Income', income] as const, ['Fees', fees] as const]
  return (
    <span className={classes['days']}>
      {parts.flatMap(([name, amount]) => (amount === 0n ? [] : `${name} ${format(amount)}`)).join(' · ')}
    </span>
  )
}

function EarnedCells({ row, isPhone }: { readonly row: StatementEarnings['total']; readonly isPhone: boolean }) {
  return (
    <>
      <td>
        <Change money={row.profit} isBare />
      </td>
      <td>
        <ReturnFigure percent={row.contribution} />
      </td>
      {(isPhone ? [] : [row.price, row.income, row.fees]).map((amount, index) => (
        <td key={index}>
          <Money value={amount} />
        </td>
      ))}
    </>
  )
}

type Corrected = StatementEarnings['corrections'][number]['total']

function CorrectedRow({
  name,
  printed,
  now,
  isTotal = false,
}: Corrected & { readonly name: string; readonly isTotal?: boolean }) {
  return (
    <tr data-total={isTotal || undefined}>
      <td>{name}</td>
      <td>
        <Money value={printed} />
      </td>
      <td>
        <Money value={now} />
      </td>
      <td>
        <Change money={toCents(now - printed)} isBare />
      </td>
    </tr>
  )
}
