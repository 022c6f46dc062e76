// The capital account statement of a holder for a period: opening balance, dealings, results, closing balance, returns,
// what earned the money; and its PDF.
import { accruedRows, statementHeading, type CapitalStatement } from '@clubfolio/contract'
import { Button, Select, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { DayInput } from '../../../ui/day-input.tsx'
import { CurrencyProvider, InCurrency } from '../../../ui/figure/currency.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Modal } from '../../../ui/modal.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { NotAvailable, ReturnFigure } from '../book/not-available.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import { usePrintStatement, useStatement } from './statement-api.ts'
import { EarnedTables } from './earned-tables.tsx'
import { StatementMail } from './statement-mail.tsx'
import { lastMonthOf } from './statement-period.ts'
import classes from '../fund.module.css'

export interface StatementModalProps {
  readonly accountId: string
  readonly holders: readonly { readonly memberId: string; readonly name: string }[]
  readonly chosenId: string
  readonly firstDay: string
  /** The day of the last close: later days have no values yet. */
  readonly lastDay: string
  /** True when the member requests their own. */
  readonly isOwn?: boolean
  readonly onClose: () => void
}

export function StatementModal({
  accountId,
  holders,
  chosenId,
  firstDay,
  lastDay,
  isOwn = false,
  onClose,
}: StatementModalProps) {
  const [memberId, setMemberId] = useState(chosenId)
  const [{ from, to }, setPeriod] = useState(() => lastMonthOf(firstDay, lastDay))
  const span = { accountId, memberId, from, to }
  const statement = useStatement(span, isOwn)
  const print = usePrintStatement(isOwn)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={statementHeading}
      icon={IconFileText}
      size="graph"
      {...(statement.data
        ? {
            subject:
              `${statement.data.holder} · ` +
              `${statement.data.accountNumber}${statement.data.isPaper ? ' · Paper' : ''}`,
          }
        : {})}
      foot={
        <Button onClick={() => print.mutate(span)} loading={print.isPending} disabled={!statement.data}>
          Download PDF
        </Button>
      }
    >
      <div className={classes['fields']}>
        {holders.length > 1 ? (
          <Select
            label="Holder"
            searchable
            data={holders.map((one) => ({ value: one.memberId, label: one.name }))}
            value={memberId}
            onChange={(value) => setMemberId(value ?? memberId)}
            allowDeselect={false}
          />
        ) : null}
        <DayInput
          label="From"
          value={from}
          onChange={(day) => setPeriod({ from: day, to: day > to ? day : to })}
          minDay={firstDay}
          maxDay={lastDay}
        />
        <DayInput
          label="To"
          value={to}
          onChange={(day) => setPeriod({ from: day < from ? day : from, to: day })}
          minDay={firstDay}
          maxDay={lastDay}
        />
      </div>
      <FailedQuery query={statement} title="The statement could not be made" />
      {statement.data ? (
        <CurrencyProvider currency={statement.data.currency}>
          <StatementBody statement={statement.data} />
        </CurrencyProvider>
      ) : statement.isError ? null : (
        <Skeleton height={280} mt={12} />
      )}
      {isOwn || !statement.data ? null : (
        <StatementMail span={span} holder={statement.data.holder} isMember={memberId !== accountId} />
      )}
    </Modal>
  )
}

function StatementBody({ statement }: { readonly statement: CapitalStatement }) {
  const { opening, closing, lines } = statement
  const spans = [
    { key: 'period', ...statement.period },
    { key: 'since start', ...statement.sinceStart },
  ]
  return (
    // On a phone its tables scroll sideways, by keyboard too.
    <ScrollArea role="region" label="Statement" className={classes['statement']}>
      <table className={classes['preview']}>
        <thead>
          <tr>
            <th>{`${statement.from} to ${statement.to}`}</th>
            <th>Amount</th>
            <th>Units</th>
            <th>Unit value</th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow label="Opening balance" balance={opening} />
          {lines.map((line, index) => (
            <tr key={`${line.day} ${index}`}>
              <td>{`${line.day} · ${line.what}`}</td>
              <td>
                <Money value={line.amount} isSigned />
              </td>
              <td title={line.units}>{formatHalfEven(line.units, 4)}</td>
              <td title={line.unitValue}>
                <InCurrency figure={formatHalfEven(line.unitValue, 4)} />
              </td>
            </tr>
          ))}
          <ResultRow label="Realised result before expenses" value={statement.realised} />
          <ResultRow label="Change in unrealised result" value={statement.unrealisedChange} />
          <ResultRow label="Expenses" value={-BigInt(statement.expenses)} />
          <BalanceRow label="Closing balance" balance={closing} isTotal />
          {accruedRows(statement).map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>
                <Money value={value} />
              </td>
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes['preview']}>
        <thead>
          <tr>
            <th>Returns</th>
            <th>{`${statement.from} to ${statement.to}`}</th>
            <th>Since the start</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Time-weighted, holder</td>
            {spans.map((span) => (
              <td key={span.key}>{span.timeWeighted ? <SpanFigure span={span.timeWeighted} /> : 'No units'}</td>
            ))}
          </tr>
          <tr>
            <td>Time-weighted, fund</td>
            {spans.map((span) => (
              <td key={span.key}>
                <SpanFigure span={span.fundTimeWeighted} />
              </td>
            ))}
          </tr>
          <tr>
            <td>Money-weighted (XIRR), a year</td>
            {spans.map((span) => (
              <td key={span.key}>
                <ReturnFigure {...span.internalRate} />
              </td>
            ))}
          </tr>
          {symbolsOf(statement).map((symbol) => (
            <tr key={symbol}>
              <td>{`Same cash in ${symbol}`}</td>
              {spans.map((span) => (
                <td key={span.key}>
                  <BenchmarkEnd benchmark={span.benchmarks.find((one) => one.symbol === symbol)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <EarnedTables earned={statement.earned} />
    </ScrollArea>
  )
}

/** A return with its days: those of a holder begin when they joined. */
function SpanFigure({ span }: { readonly span: CapitalStatement['period']['fundTimeWeighted'] }) {
  return (
    <>
      <ReturnFigure percent={span.percent} />
      <span className={classes['days']}>{`${span.from} to ${span.to}`}</span>
    </>
  )
}

const symbolsOf = ({ period, sinceStart }: CapitalStatement): string[] => [
  ...new Set([...period.benchmarks, ...sinceStart.benchmarks].map((one) => one.symbol)),
]

function BenchmarkEnd({
  benchmark,
}: {
  readonly benchmark: CapitalStatement['period']['benchmarks'][number] | undefined
}) {
  return benchmark ? <Money value={benchmark.endValue} /> : <NotAvailable />
}

function BalanceRow({
  label,
  balance,
  isTotal = false,
}: {
  readonly label: string
  readonly balance: CapitalStatement['opening']
  readonly isTotal?: boolean
}) {
  return (
    <tr data-total={isTotal || undefined}>
      <td>
        {[label, balance.figuresOf, `${formatPercent(balance.percent)} of the fund`]
          .filter((part) => part !== null)
          .join(' · ')}
      </td>
      <td>
        <Money value={balance.value} />
      </td>
      <td title={balance.units}>{formatHalfEven(balance.units, 4)}</td>
      <td title={balance.unitValue}>
        <InCurrency figure={formatHalfEven(balance.unitValue, 4)} />
      </td>
    </tr>
  )
}

function ResultRow({ label, value }: { readonly label: string; readonly value: bigint }) {
  return (
    <tr>
      <td>{label}</td>
      <td>
        <Change money={value} />
      </td>
      <td />
      <td />
    </tr>
  )
}
