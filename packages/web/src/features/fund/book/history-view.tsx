// Every record of a fund in one list, also what was reversed or replaced, with what it did to the fund value and to
// each holder. Source: docs/rules/fund.md, "History".
import { fundHistoryKinds, type FundHistoryKind, type FundHistoryLine } from '@clubfolio/contract'
import { sortedMemberName } from '@clubfolio/domain'
import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DayRangePicker } from '../../../ui/day-picker.tsx'
import { isCompleteRange, type DayRange } from '../../../ui/day-range.ts'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { formatDateTime } from '../../../ui/format/date.ts'
import type { MoneyValue } from '../../../ui/format/money.ts'
import { Pager } from '../../../ui/pager.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { failureOf } from '../../../ui/state/failure-of.ts'
import { instantColumn, profitColumn, textColumn, unsorted, type Column } from '../../../ui/table/column.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { useMembers } from '../member/api.ts'
import { useHistory, useLoadHistory, type HistoryChoice, type HistoryPlace } from './history-api.ts'
import { formatHalfEven } from './quantity.ts'
import classes from '../fund.module.css'

const kindChoices = Object.entries(fundHistoryKinds).map(([value, label]) => ({ value, label }))
const isKind = (value: string | null): value is FundHistoryKind =>
  value !== null && Object.hasOwn(fundHistoryKinds, value)
/** Who has recorded what nobody recorded in person: closes, automatic matches, charges that are made by themselves. */
const byItself = 'Clubfolio'
const lineId = ({ kind, id, day, recordedAt }: FundHistoryLine) => `${kind} ${id} ${day} ${recordedAt}`

export function HistoryView(place: HistoryPlace) {
  const isOwn = place.ownMemberId !== undefined
  const [choice, setChoice] = useState<HistoryChoice>({})
  const [range, setRange] = useState<DayRange>([null, null])
  const [page, setPage] = useState({ start: 0, count: 30 })
  const history = useHistory(place, choice, page)
  const load = useLoadHistory(place, choice)
  const format = useFormatAmount()
  const columns = useMemo(() => historyColumns((value) => format(value, { isSigned: true })), [format])
  const view = useTableView({ columns, rows: history.data?.result, rowId: lineId, isSortedByServer: true })
  const narrow = (change: Partial<HistoryChoice>) => {
    setChoice({ ...choice, ...change })
    setPage({ ...page, start: 0 })
  }
  const changeRange = (next: DayRange) => {
    setRange(next)
    if (isCompleteRange(next)) narrow({ from: next[0], to: next[1] })
    else if (next[0] === null && next[1] === null) narrow({ from: undefined, to: undefined })
  }
  return (
    <>
      <div className={classes['fields']}>
        {isOwn ? null : <HolderChoice accountId={place.accountId} onChoose={(memberId) => narrow({ memberId })} />}
        <Select
          label="Kind"
          placeholder="All kinds"
          clearable
          data={kindChoices}
          value={choice.kind ?? null}
          onChange={(kind) => narrow({ kind: isKind(kind) ? kind : undefined })}
        />
        {isOwn ? null : (
          <Select
            label="Recorded by"
            placeholder="Everybody"
            clearable
            data={[
              ...(history.data?.authors ?? []).map(({ id, name }) => ({ value: id, label: name })),
              { value: byItself, label: byItself },
            ]}
            value={choice.authorId === null ? byItself : (choice.authorId ?? null)}
            onChange={(chosen) => narrow({ authorId: chosen === byItself ? null : (chosen ?? undefined) })}
          />
        )}
        <DayRangePicker label="Days" value={range} onChange={changeRange} />
        <CsvButton view={view} fileName="fund-history" loadRows={load} />
      </div>
      <DataTable
        view={view}
        label="History of the fund"
        maxHeight={440}
        failure={failureOf(history, 'The history could not be loaded')}
        empty={
          <EmptyState
            title="No records"
            words="Everything that is recorded in the books appears here. Choose other days or another kind."
          />
        }
      />
      {history.data && history.data.total > 0 ? (
        <Pager
          label="History"
          start={page.start}
          count={page.count}
          total={history.data.total}
          onMove={({ start, count }) => setPage({ start, count })}
        />
      ) : null}
    </>
  )
}

function HolderChoice({
  accountId,
  onChoose,
}: {
  readonly accountId: string
  readonly onChoose: (memberId: string | undefined) => void
}) {
  const members = useMembers()
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Select
      label="Holder"
      placeholder="All holders"
      clearable
      searchable
      data={[
        { value: accountId, label: 'Unallocated' },
        ...(members.data ?? []).map((one) => ({ value: one.id, label: sortedMemberName(one) })),
      ]}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        onChoose(id ?? undefined)
      }}
    />
  )
}

/** "Reversed 2026-03-04 10:00:00 ET by Maria Keller: typed twice" */
function undoneWords({ kind, undone }: FundHistoryLine): string | undefined {
  if (undone === null) return undefined
  const verb = kind === 'CLOSE' ? 'Replaced' : 'Reversed'
  return `${verb} ${formatDateTime(undone.at)} by ${undone.by ?? byItself}${undone.why === '' ? '' : `: ${undone.why}`}`
}

// The server sorts them: newest first.
function historyColumns(signed: (value: MoneyValue) => string): readonly Column<FundHistoryLine>[] {
  const holderTexts = ({ holders, isOfAll, undone }: FundHistoryLine): string[] =>
    holders.length === 0
      ? isOfAll && undone === null
        ? ['All holders by units']
        : []
      : holders.map(({ name, value, units }) =>
          [name, value === 0n ? '' : signed(value), units === null ? '' : `${formatHalfEven(units, 4)} units`]
            .filter((part) => part !== '')
            .join(' '),
        )
  return [
    unsorted(
      textColumn<FundHistoryLine>({
        id: 'words',
        header: 'Record',
        isFixed: true,
        width: 190,
        value: (line) => [line.words, undoneWords(line)].filter((part) => part !== undefined).join('. '),
        render: (line) => (
          <span className={classes['record']}>
            {line.undone ? <del>{line.words}</del> : <span>{line.words}</span>}
            {line.undone ? <span className={classes['days']}>{undoneWords(line)}</span> : null}
          </span>
        ),
      }),
    ),
    unsorted(textColumn<FundHistoryLine>({ id: 'day', header: 'Day', width: 92, value: ({ day }) => day })),
    unsorted(
      profitColumn<FundHistoryLine>({
        id: 'fundValue',
        header: 'Fund value',
        width: 116,
        value: ({ fundValue }) => fundValue,
      }),
    ),
    unsorted(
      textColumn<FundHistoryLine>({
        id: 'holders',
        header: 'Holders',
        width: 200,
        value: (line) => holderTexts(line).join('; '),
        render: (line) => (
          <span className={classes['record']}>
            {holderTexts(line).map((text, index) => (
              <span key={`${index} ${text}`}>{line.undone ? <del>{text}</del> : text}</span>
            ))}
          </span>
        ),
      }),
    ),
    unsorted(
      textColumn<FundHistoryLine>({
        id: 'why',
        header: 'Why',
        width: 170,
        value: ({ why }) => why,
        render: ({ why }) => <span className={classes['record']}>{why}</span>,
      }),
    ),
    unsorted(textColumn<FundHistoryLine>({ id: 'by', header: 'By', width: 120, value: ({ by }) => by ?? byItself })),
    unsorted(
      instantColumn<FundHistoryLine>({
        id: 'recordedAt',
        header: 'Recorded',
        width: 150,
        value: ({ recordedAt }) => recordedAt,
      }),
    ),
  ]
}
