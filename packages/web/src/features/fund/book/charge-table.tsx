// The calculation of a charge: one line per holder and kind of fee, each opens what it is made of, down to the lots.
// Source: docs/rules/fund-fees.md, "Management fee" and "Performance fee".
import type { ChargeCalculation, FeeLine } from '@clubfolio/contract'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { InCurrency, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { describeRate, feeNames, sumOfKind } from './fee-words.ts'
import { FeeDaysTable } from './fee-days-table.tsx'
import { formatHalfEven } from './quantity.ts'
import classes from '../fund.module.css'

export interface ChargeTableProps {
  readonly accountId: string
  readonly calculation: ChargeCalculation
}

export function ChargeTable({ accountId, calculation }: ChargeTableProps) {
  const { lines, total, endDay, unitValue, isWaived } = calculation
  const format = useFormatAmount()
  const management = sumOfKind(lines, 'management')
  const performance = sumOfKind(lines, 'performance')
  const hasBoth = lines.some(({ kind }) => kind === 'management') && lines.some(({ kind }) => kind === 'performance')
  return (
    <>
      <p className={classes['none']}>
        {'Calculated at the close of '}
        {endDay}
        {', at a unit value of '}
        <InCurrency figure={formatHalfEven(unitValue, 4)} />
        {hasBoth ? `: ${format(management)} management fee and ${format(performance)} performance fee` : ''}
        {'. Open a line to see what it is made of.'}
      </p>
      <ScrollArea role="group" label="Fees per holder" className={classes['charge']}>
        <table className={classes['preview']} aria-label="Fees per holder">
          <thead>
            <tr>
              <th>Holder</th>
              <th>Value</th>
              <th>Fee</th>
            </tr>
          </thead>
          {lines.map((line) => (
            <LineRows key={`${line.memberId} ${line.kind}`} line={line} {...{ accountId, endDay, isWaived }} />
          ))}
          <tbody>
            <tr data-total>
              <td>{isWaived ? 'Charged' : 'Total'}</td>
              <td />
              <td>
                <Money value={total} />
              </td>
            </tr>
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

interface LineProps extends Pick<ChargeCalculation, 'endDay' | 'isWaived'> {
  readonly accountId: string
  readonly line: FeeLine
}

function LineRows(props: LineProps) {
  const { line } = props
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  return (
    <tbody>
      <tr>
        <td>
          <button
            type="button"
            className={classes['unfold']}
            aria-expanded={isOpen}
            aria-controls={detailId}
            aria-label={`${feeNames[line.kind]} of ${line.name}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Mark size={14} stroke={1.8} aria-hidden />
            <span>
              {line.name}
              <span className={classes['days']}>{`${feeNames[line.kind]}, ${describeRate(line.kind, line.rate)}`}</span>
            </span>
          </button>
        </td>
        <td>
          <Money value={line.value} />
        </td>
        <td>
          <Money value={line.fee} />
        </td>
      </tr>
      <tr id={detailId} hidden={!isOpen}>
        <td colSpan={3} className={classes['derived']}>
          {isOpen ? <LineDetail {...props} /> : null}
        </td>
      </tr>
    </tbody>
  )
}

const isZero = (decimal: string) => /^-?[0.]*$/.test(decimal)

/** The sum that a fee is rounded from, part by part, and the lots of a performance fee. */
function LineDetail({ accountId, endDay, line, isWaived }: LineProps) {
  const { kind, rate, exact, carried, owed, fee, lots } = line
  const hasHurdle = lots.some(({ mark, hurdleMark }) => mark !== hurdleMark)
  const parts: readonly (readonly [string, string])[] = [
    ...(isZero(carried) ? [] : [['Carried over from the last charge', carried] as const]),
    // The days of a management fee, less what leaving has paid, contain what the units that have left still owe.
    ...(kind === 'management' || isZero(owed)
      ? []
      : [['Owed by units that have left, or by earlier terms', owed] as const]),
  ]
  return (
    <>
      <p>
        {kind === 'management'
          ? `For each day of the period: units held × unit value of the last close × ${rate}% / 365.`
          : `${rate}% of the gain of each lot: units × what the unit value is above the mark` +
            `${hasHurdle ? ' with the hurdle' : ''}.`}
      </p>
      {kind === 'management' ? <FeeDaysTable accountId={accountId} endDay={endDay} line={line} /> : null}
      {lots.length > 0 ? (
        <ScrollArea role="group" label={`Lots of ${line.name}`} className={classes['lots']}>
          <table className={classes['preview']} aria-label={`Lots of ${line.name}`}>
            <thead>
              <tr>
                <th>Lot since</th>
                <th>Units</th>
                <th>Mark</th>
                {hasHurdle ? <th>Mark with hurdle</th> : null}
                <th>Gain</th>
              </tr>
            </thead>
            <tbody>
              {lots.map((lot, index) => (
                <tr key={`${index} ${lot.since}`}>
                  <td>{lot.since}</td>
                  <td>{formatHalfEven(lot.units, 4)}</td>
                  <td>
                    <InCurrency figure={formatHalfEven(lot.mark, 4)} />
                  </td>
                  {hasHurdle ? (
                    <td>
                      <InCurrency figure={formatHalfEven(lot.hurdleMark, 4)} />
                    </td>
                  ) : null}
                  <td>
                    <InCurrency figure={formatHalfEven(lot.gain, 4)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      ) : null}
      <dl className={classes['sum']}>
        {parts.map(([label, value]) => (
          <SumPart key={label} label={label} value={value} />
        ))}
        <SumPart label={parts.length > 0 ? 'Exact fee with them' : 'Exact fee'} value={exact} />
        <dt>{isWaived ? 'Waived' : 'Rounded to the cent'}</dt>
        <dd>
          <Money value={fee} />
        </dd>
      </dl>
    </>
  )
}

function SumPart({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <InCurrency figure={formatHalfEven(value, 8)} />
      </dd>
    </>
  )
}
