// The allocation of a year: what each holder has of every line, with the fund as their sum, and the basis of each.
import {
  allocatedLines,
  allows,
  featureAccess,
  type AllocatedLines,
  type FundYear,
  type HolderYear,
} from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../../kernel/session.ts'
import { Change } from '../../../ui/figure/change.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { moneyColumn, profitColumn, textColumn, type Column } from '../../../ui/table/column.tsx'
import { CsvButton } from '../../../ui/table/csv-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { PdfButton } from './pdf-button.tsx'
import type { YearPlace } from './year-api.ts'

export interface HolderTableProps {
  readonly year: FundYear
  readonly place: YearPlace
}

const empty = (
  <EmptyState
    title="Nothing in this year"
    words="Holders appear here once they have units. Results appear with the first close on or after their day."
  />
)

export function AllocationTable({ year, place }: HolderTableProps) {
  const columns = useMemo(() => allocationColumns(year), [year])
  const view = useTableView({ columns, rows: year.holders, rowId: ({ memberId }) => memberId })
  return (
    <Panel
      title="Allocation"
      controls={
        <>
          <CsvButton view={view} fileName={`allocation-${year.year}`} isQuiet />
          <ReportLink />
          <PdfButton place={place} paper="allocation" />
        </>
      }
    >
      <DataTable view={view} label="Allocation" maxHeight={420} hasTotals empty={empty} />
    </Panel>
  )
}

/** The report has the same rows as Excel file, by mail and on a schedule. */
function ReportLink() {
  const can = useCan()
  if (!allows(featureAccess.report, can)) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileSpreadsheet size={14} stroke={1.6} />}
      renderRoot={(props) => <Link to="/static-report" search={{ report: 'year-allocation' }} {...props} />}
    >
      Excel, mail
    </Button>
  )
}

export function BasisTable({ year }: Pick<HolderTableProps, 'year'>) {
  const view = useTableView({ columns: basisColumns, rows: year.holders, rowId: ({ memberId }) => memberId })
  return (
    <Panel title="Basis" controls={<CsvButton view={view} fileName={`basis-${year.year}`} isQuiet />}>
      <DataTable view={view} label="Basis" maxHeight={420} empty={empty} />
    </Panel>
  )
}

/** A line that is 0.00 for everybody has no column, except the cost method, which closes every sum. */
const shownLines = ({ lines, holders }: FundYear): (keyof AllocatedLines)[] =>
  keysOf(allocatedLines).filter(
    (line) => line === 'costMethod' || lines[line] !== 0n || holders.some((one) => one.lines[line] !== 0n),
  )

const lineHelp: Partial<Record<keyof AllocatedLines, string>> = {
  shortTerm: 'Gains of lots held for at most one year, first in first out, before fees.',
  longTerm: 'Gains of lots held for more than one year, first in first out, before fees.',
  undated: 'Gains of lots that were held before the first known transaction.',
  costMethod: 'Real less the other lines: lots count first in first out, Real counts average cost.',
}

const holderColumn = textColumn<HolderYear>({
  id: 'holder',
  header: 'Holder',
  isFixed: true,
  isCode: true,
  value: ({ name }) => name,
  total: 'Fund',
})

function allocationColumns(year: FundYear): readonly Column<HolderYear>[] {
  return [
    holderColumn,
    ...shownLines(year).map((line) =>
      profitColumn<HolderYear>({
        id: line,
        header: allocatedLines[line],
        ...(lineHelp[line] === undefined ? {} : { help: lineHelp[line] }),
        value: ({ lines }) => lines[line],
        total: <Change money={year.lines[line]} />,
      }),
    ),
    profitColumn({
      id: 'total',
      header: 'Sum',
      help: 'All lines of the holder.',
      value: ({ total }) => total,
      total: <Change money={year.real} />,
    }),
    profitColumn({
      id: 'real',
      header: 'Real',
      help: "The holder's own Real of the year.",
      value: ({ real }) => real,
      total: <Change money={year.real} />,
    }),
  ]
}

const basisColumns: readonly Column<HolderYear>[] = [
  textColumn<HolderYear>({ id: 'holder', header: 'Holder', isFixed: true, isCode: true, value: ({ name }) => name }),
  moneyColumn({ id: 'before', header: 'Basis before', value: ({ basis }) => basis.before }),
  moneyColumn({ id: 'lossBefore', header: 'Loss carried before', value: ({ basis }) => basis.lossBefore }),
  moneyColumn({ id: 'paidIn', header: 'Paid in', value: ({ basis }) => basis.paidIn }),
  profitColumn({ id: 'allocated', header: 'Allocated', help: 'The sum of the lines.', value: ({ total }) => total }),
  profitColumn({
    id: 'gifts',
    header: 'Gifts',
    help: 'Basis that came with units from another holder, less what went with units to one.',
    value: ({ basis }) => basis.gifts,
  }),
  moneyColumn({
    id: 'takenOut',
    header: 'Taken out',
    help: 'Basis that went with what was taken out, in proportion to units.',
    value: ({ basis }) => basis.takenOut,
  }),
  moneyColumn({ id: 'after', header: 'Basis', value: ({ basis }) => basis.after }),
  moneyColumn({
    id: 'lossAfter',
    header: 'Loss carried',
    help: 'Loss beyond the basis, which later gains and payments fill first.',
    value: ({ basis }) => basis.lossAfter,
  }),
]
