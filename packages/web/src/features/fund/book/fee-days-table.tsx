// The days behind a holder's management fee: each span of equal units, unit value and rate with its fee, what leaving
// has paid of them, and by how much a correction has changed them since the charge.
// Source: docs/rules/fund-fees.md, "Management fee".
import type { FeeLine } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { InCurrency } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { correctionSince } from './fee-words.ts'
import { useFeeDays } from './fees-api.ts'
import { formatHalfEven } from './quantity.ts'
import classes from '../fund.module.css'

export interface FeeDaysTableProps {
  readonly accountId: string
  readonly endDay: string
  /** Of a management fee. */
  readonly line: FeeLine
}

const opposite = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)

export function FeeDaysTable({ accountId, endDay, line }: FeeDaysTableProps) {
  const { name } = line
  const derivation = useFeeDays(accountId, endDay, line.memberId)
  if (derivation.isError) return <FailedQuery query={derivation} title="The days could not be loaded" />
  const { data } = derivation
  if (!data) return <Skeleton height={64} />
  const corrected = correctionSince(line, data.sum)
  return (
    <>
      <ScrollArea role="group" label={`Days of ${name}`} className={classes['lots']}>
        <table className={classes['preview']} aria-label={`Days of ${name}`}>
          <thead>
            <tr>
              <th>Days</th>
              <th>Count</th>
              <th>Units</th>
              <th>Unit value</th>
              <th>Rate</th>
              <th>Fee</th>
            </tr>
          </thead>
          <tbody>
            {data.days.map((span) => (
              <tr key={span.from}>
                <td>{span.from === span.to ? span.from : `${span.from} to ${span.to}`}</td>
                <td>{span.count}</td>
                <td title={span.units}>{formatHalfEven(span.units, 4)}</td>
                <td title={span.unitValue}>
                  <InCurrency figure={formatHalfEven(span.unitValue, 4)} />
                </td>
                <td>{`${span.rate}%`}</td>
                <td title={span.fee}>
                  <InCurrency figure={formatHalfEven(span.fee, 4)} />
                </td>
              </tr>
            ))}
            {data.paid > 0n ? (
              <tr>
                <td>Paid on leaving</td>
                <td />
                <td />
                <td />
                <td />
                <td>
                  <Money value={-BigInt(data.paid)} />
                </td>
              </tr>
            ) : null}
            {corrected === undefined ? null : (
              <tr>
                <td>Corrected since the charge</td>
                <td />
                <td />
                <td />
                <td />
                <td>
                  <InCurrency figure={formatHalfEven(opposite(corrected), 4)} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollArea>
      {corrected === undefined ? null : (
        <p>
          {'The books of these days were corrected after the charge, and the fee would be '}
          <InCurrency figure={formatHalfEven(corrected.replace('-', ''), 2)} />
          {` ${corrected.startsWith('-') ? 'less' : 'more'} now. The difference enters the holder's next charge.`}
        </p>
      )}
    </>
  )
}
