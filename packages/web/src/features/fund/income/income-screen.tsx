// Income: what an account or fund, or the own part of a member, received as dividends, interest and what belongs to
// them, by month, instrument and day, and what is expected. Source: docs/rules/income.md.
import { access, allows, incomeKinds, type Income } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useCan } from '../../../kernel/session.ts'
import { useUrlState } from '../../../kernel/url-state.ts'
import { choiceGroup } from '../../../ui/choice-group.ts'
import { Change } from '../../../ui/figure/change.tsx'
import { CurrencyProvider, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QuietMenu } from '../../../ui/quiet-menu.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { useFundChoices, type FundChoice } from '../fund-choice.ts'
import { FundHead, NoFundToShow } from '../fund-select.tsx'
import { askedPeriod, CustomDays, periodChoices, periodFields } from '../period-choice.tsx'
import { ReportLink } from '../report-link.tsx'
import { useIncome, type IncomePlace } from './income-api.ts'
import { IncomeCalendar } from './income-calendar.tsx'
import { Estimate, IncomeMonths } from './income-months.tsx'
import { firstMonth, incomeEvents } from './income-rows.ts'
import classes from './income.module.css'
import { payerColumns, payerId } from './payer-columns.tsx'
import { PayerStack } from './payer-stack.tsx'
import { PaymentTable } from './payment-table.tsx'

const Chosen = z.object({
  fund: z.string().catch(''),
  member: z.string().catch(''),
  ...periodFields('START'),
  /** Of the calendar. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .or(z.literal(''))
    .catch(''),
})
type Chosen = z.output<typeof Chosen>

export function IncomeScreen() {
  useDocumentTitle('Income')
  const [chosen, setChosen] = useUrlState(Chosen)
  const funds = useFundChoices(chosen)
  const { failed, isLoaded, choice } = funds
  const found = useIncome(choice && placeOf(choice, chosen))
  const { data } = found
  return (
    <>
      <FundHead
        title="Income"
        funds={funds}
        onChoose={({ accountId, memberId = '' }) => setChosen({ fund: accountId, member: memberId, month: '' })}
        fact={data && data.endDay !== null ? `${data.startDay ?? data.firstDay} to ${data.endDay}` : undefined}
        actions={
          choice ? <ReportLink report={choice.memberId === undefined ? 'fund-income' : 'my-income'} /> : undefined
        }
      />
      {choice ? (
        <Found found={found} chosen={chosen} onChange={setChosen} />
      ) : (
        <NoFundToShow
          failed={failed}
          isLoaded={isLoaded}
          empty={{
            title: 'No account yet',
            words: 'Once you have linked an account or take part in a fund, dividends and interest appear here.',
          }}
        />
      )}
    </>
  )
}

function placeOf({ accountId, memberId }: FundChoice, chosen: Chosen): IncomePlace {
  return { accountId, ...(memberId === undefined ? {} : { memberId }), ...askedPeriod(chosen, 'START') }
}

interface FoundProps {
  readonly found: ReturnType<typeof useIncome>
  readonly chosen: Chosen
  readonly onChange: (change: Partial<Chosen>) => void
}

function Found({ found, chosen, onChange }: FoundProps) {
  const { data } = found
  if (found.isError && !data)
    return (
      <Panel>
        <FailedQuery query={found} title="Income could not be loaded" />
      </Panel>
    )
  if (!data) return <Skeleton height={320} />
  const isEmpty = data.payments.length === 0 && data.expected.length === 0
  return (
    <CurrencyProvider currency={data.currency}>
      <div className={classes['frame']}>
        {found.isError ? <WarningBar>{found.error.message} These are the last figures.</WarningBar> : null}
        <SumPanel data={data} chosen={chosen} onChange={onChange} />
        {isEmpty ? null : <Details data={data} chosen={chosen} onChange={onChange} />}
      </div>
    </CurrencyProvider>
  )
}

interface PartProps extends Pick<FoundProps, 'chosen' | 'onChange'> {
  readonly data: Income
}

/** The period, and its sums. */
function SumPanel({ data, chosen, onChange }: PartProps) {
  const { total, payments, expected } = data
  const kinds = keysOf(incomeKinds).filter((kind) => total.kinds[kind] !== 0n)
  const choosePeriod = (period: Chosen['period']) =>
    onChange(period === 'OWN' ? { period, from: data.startDay ?? data.firstDay, to: data.lastDay } : { period })
  return (
    <Panel
      title="Received"
      controls={
        <QuietMenu
          label="Period"
          groups={[
            choiceGroup({ title: 'Period', choices: periodChoices, chosen: chosen.period, onChoose: choosePeriod }),
          ]}
        />
      }
    >
      {chosen.period === 'OWN' ? <CustomDays within={data} chosen={chosen} onChange={onChange} /> : null}
      {payments.length === 0 && expected.length === 0 ? (
        <EmptyState
          title="No income in this period"
          words="Dividends and interest appear with the close of their day. Choose a longer period."
        />
      ) : (
        <div className={classes['sums']}>
          <FigureRow label="Income of the period">
            <Figure label="Received" meaning="Dividends, interest and related payments, less what was charged.">
              <Change money={total.received} />
            </Figure>
            {kinds.map((kind) => (
              <Figure key={kind} label={incomeKinds[kind]}>
                <Money value={total.kinds[kind]} />
              </Figure>
            ))}
            <Figure
              label="Next 12 months"
              meaning="An estimate: the payments of the last twelve months, repeated on the quantity held now."
            >
              {total.expected === null ? (
                <span className={classes['dimmed']}>No estimate</span>
              ) : (
                <Estimate value={total.expected} />
              )}
            </Figure>
          </FigureRow>
          <p className={classes['foot']}>
            <InPerformance total={total} />
          </p>
        </div>
      )}
    </Panel>
  )
}

/** Where Performance has the same money. */
function InPerformance({ total: { received, inIncome, inFees, inPrice } }: Pick<Income, 'total'>) {
  const format = useFormatAmount()
  if (inFees === 0n && inPrice === 0n)
    return received === 0n ? null : 'Performance has all of it under Income for the same days.'
  const parts = [
    `${format(inIncome)} under Income`,
    ...(inFees === 0n ? [] : [`${format(inFees)} under Fees`]),
    ...(inPrice === 0n ? [] : [`${format(inPrice)} under Price`]),
  ]
  return `Of this, Performance has ${parts.join(', ')} for the same days.`
}

function Details({ data, chosen, onChange }: PartProps) {
  const canChart = allows(access.key('VCH'), useCan())
  const isPhone = usePhone()
  const columns = useMemo(() => payerColumns(data.total, canChart), [data.total, canChart])
  const view = useTableView({ columns, rows: data.lines, rowId: payerId })
  const events = useMemo(() => incomeEvents(data), [data])
  return (
    <>
      <IncomeMonths income={data} />
      <Panel
        title="Instruments"
        controls={<CsvButton view={view} fileName={`income-${data.endDay ?? data.lastDay}`} isQuiet />}
      >
        {isPhone ? (
          <PayerStack lines={data.lines} total={data.total} canChart={canChart} />
        ) : (
          <DataTable
            view={view}
            label="Income by instrument"
            hasTotals
            isTwoLine
            empty={<EmptyState title="No income" words="Instruments that paid appear here." />}
          />
        )}
      </Panel>
      <IncomeCalendar
        events={events}
        month={chosen.month === '' ? firstMonth(data) : chosen.month}
        onMonth={(month) => onChange({ month })}
      />
      <PaymentTable income={data} fileName={`payments-${data.endDay ?? data.lastDay}`} />
    </>
  )
}
