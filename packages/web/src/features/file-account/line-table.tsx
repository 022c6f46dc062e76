// The lines of a statement with what becomes of each, page by page from the server. Lines that are not understood are
// shown first where there are some.
import type { Account, AccountStatement, StatementRow } from '@clubfolio/contract'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { lineOutcomes } from '@clubfolio/contract'
import { lineFates } from '@clubfolio/domain'
import { useUrlState } from '../../kernel/url-state.ts'
import { Chip } from '../../ui/chip.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { Absent, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useStatementLines, type ShownLines } from './api.ts'
import classes from './file-account.module.css'
import { formatInCurrency } from './format-in-currency.ts'
import { fateLabels, linesWith, outcomeLabels, outcomeTones } from './statement-words.ts'

const sizes = [20, 50, 100, 200] as const

const Place = z.object({
  show: z.enum(['', 'ALL', ...lineFates, ...lineOutcomes]).catch(''),
  search: z.string().max(100).catch(''),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(50),
})

/** `currency` is that of the account. */
const columnsIn = (currency: string): readonly Column<StatementRow>[] => [
  {
    id: 'line',
    header: 'Line',
    align: 'right',
    width: 70,
    render: ({ line }) => (line === 0 ? '–' : formatCount(line)),
  },
  { id: 'day', header: 'Day', render: ({ day }) => day ?? <Absent /> },
  {
    id: 'fate',
    header: 'What it is',
    render: ({ fate, outcome, reason }) => (
      <span className={classes['fate']}>
        <span>
          {fate === 'unread' || fate === 'ignored' ? null : `${fateLabels[fate]} `}
          {outcome === 'NEW' ? null : <Chip tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</Chip>}
        </span>
        {reason === null ? null : <span className={classes['reason']}>{reason}</span>}
      </span>
    ),
  },
  {
    id: 'security',
    header: 'Security',
    render: ({ symbol, name }) =>
      symbol === null && name === null ? (
        <Absent />
      ) : (
        <>
          {symbol === null ? null : <strong>{symbol} </strong>}
          {name === null ? null : <CutText text={name} characters={24} />}
        </>
      ),
  },
  {
    id: 'quantity',
    header: 'Quantity',
    align: 'right',
    render: ({ quantity }) => (quantity === null ? <Absent /> : formatCount(quantity)),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    render: ({ price, priceCurrency }) => (price === null ? <Absent /> : formatInCurrency(price, priceCurrency ?? '')),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    render: (row) =>
      row.currency === '' || row.fate === 'ignored' || row.fate === 'unread' ? (
        <Absent />
      ) : (
        formatInCurrency(row.amount, row.currency)
      ),
  },
  {
    id: 'booked',
    header: 'Booked',
    align: 'right',
    render: ({ booked }) => (booked === null ? <Absent /> : formatInCurrency(booked, currency)),
  },
  {
    id: 'text',
    header: 'In the file',
    render: ({ text }) => (
      <code className={classes['written']}>
        <CutText text={text} characters={40} />
      </code>
    ),
  },
]

export interface LineTableProps {
  readonly account: Pick<Account, 'id' | 'currency'>
  readonly statement: AccountStatement
}

export function LineTable({ account, statement }: LineTableProps) {
  const columns = useMemo(() => columnsIn(account.currency), [account.currency])
  const [place, setPlace] = useUrlState(Place)
  const { search, start, count } = place
  const show: ShownLines = place.show === '' ? firstShown(statement) : place.show
  const lines = useStatementLines({ accountId: account.id, statementId: statement.id, show, search, start, count })
  const view = useTableView({
    columns,
    rows: lines.data?.result,
    // A row of a file may become several lines.
    rowId: rowIdOf(lines.data?.result),
    isSortedByServer: true,
  })
  const failure = failureOf(lines, 'The lines could not be loaded')
  return (
    <Panel
      title="Lines"
      isRefreshing={lines.isFetching}
      controls={<LineSearch key={search} words={search} onSearch={(words) => setPlace({ search: words, start: 0 })} />}
    >
      <Filters statement={statement} shown={show} onShow={(wanted) => setPlace({ show: wanted, start: 0 })} />
      <DataTable
        view={view}
        label="Lines"
        failure={failure}
        isTwoLine
        maxHeight="60vh"
        empty={
          <p className={classes['panelNote']}>
            {search === '' ? 'No line matches.' : `None of these lines contains “${search}”.`}
          </p>
        }
      />
      <Pager
        label="Lines"
        start={start}
        count={count}
        total={lines.data?.total ?? 0}
        sizes={sizes}
        onMove={({ start: to, count: size }, options) => setPlace({ start: to, count: size }, options)}
      />
    </Panel>
  )
}

/** Searches with Enter, or once the field is left: each search reads all lines. */
function LineSearch({ words, onSearch }: { readonly words: string; readonly onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(words)
  const search = () => typed.trim() !== words && onSearch(typed.trim())
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search the lines"
      placeholder="Search the lines"
      maxLength={100}
      value={typed}
      leftSection={<IconSearch size={14} stroke={1.6} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={search}
      onKeyDown={(event) => event.key === 'Enter' && search()}
    />
  )
}

/** What has to be looked at before an import comes first. */
const firstShown = (statement: AccountStatement): ShownLines =>
  statement.state === 'PREPARED' && linesWith(statement, 'UNREAD') > 0 ? 'UNREAD' : 'ALL'

function rowIdOf(rows: readonly StatementRow[] | undefined): (row: StatementRow) => string {
  const places = new Map(rows?.map((row, index) => [row, index]))
  return (row) => `${row.line} ${places.get(row) ?? 0}`
}

interface FiltersProps {
  readonly statement: AccountStatement
  readonly shown: ShownLines
  readonly onShow: (wanted: ShownLines) => void
}

function Filters({ statement, shown, onShow }: FiltersProps) {
  const outcomes = statement.outcomes.map(({ outcome, lines }) => ({
    key: outcome,
    label: outcomeLabels[outcome],
    lines,
  }))
  // What is left out and not understood is among the outcomes.
  const fates = statement.fates
    .filter(({ fate }) => fate !== 'ignored' && fate !== 'unread')
    .map(({ fate, lines }) => ({ key: fate, label: fateLabels[fate], lines }))
  const groups = [
    {
      name: 'What happens to the lines',
      choices: [{ key: 'ALL' as const, label: 'All', lines: statement.lines }, ...outcomes],
    },
    { name: 'What the lines are', choices: fates },
  ]
  return (
    <div className={classes['filters']}>
      {groups.map(({ name, choices }) =>
        choices.length === 0 ? null : (
          <div key={name} role="group" aria-label={name} className={classes['filterGroup']}>
            {choices.map(({ key, label, lines }) => (
              <UnstyledButton
                key={key}
                className={classes['filter'] ?? ''}
                aria-pressed={shown === key}
                onClick={() => onShow(key)}
              >
                {label} <span className={classes['figures']}>{formatCount(lines)}</span>
              </UnstyledButton>
            ))}
          </div>
        ),
      )}
    </div>
  )
}
