// The refused lines of one import with line number, reason and the line itself, page by page.
import type { ImportRun, RefusedLine } from '@clubfolio/contract'
import { IconFileAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../ui/format/number.ts'
import { Modal } from '../../ui/modal.tsx'
import { Pager } from '../../ui/pager.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { countColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useRefusedLines } from './api.ts'
import classes from './market.module.css'

const columns: readonly Column<RefusedLine>[] = [
  countColumn<RefusedLine>({ id: 'line', header: 'Line', value: (row) => row.line, width: 80 }),
  {
    id: 'reason',
    header: 'Why it was refused',
    text: (row) => row.reason,
    render: (row) => (
      <span className={classes['reason']}>
        {row.reason}
        <code className={classes['content']} title={row.content}>
          {row.content}
        </code>
      </span>
    ),
  },
]

export function RefusedLinesModal({
  run,
  onClose,
}: {
  readonly run: ImportRun | undefined
  readonly onClose: () => void
}) {
  const [shown, setShown] = useState<ImportRun>()
  if (run && run !== shown) setShown(run)
  return (
    <Modal
      isOpen={run !== undefined}
      onClose={onClose}
      size="graph"
      icon={IconFileAlert}
      title="Refused lines"
      subject={shown ? `${shown.fileName} · ${formatCount(shown.rowsRefused)}` : ''}
      isFlush
    >
      {shown ? <RefusedLines key={shown.id} runId={shown.id} /> : null}
    </Modal>
  )
}

function RefusedLines({ runId }: { readonly runId: string }) {
  const [{ start, count }, setPlace] = useState({ start: 0, count: 20 })
  const lines = useRefusedLines(runId, start, count)
  const view = useTableView({
    columns,
    rows: lines.data?.result,
    rowId: (row) => `${row.line} ${row.reason}`,
    isSortedByServer: true,
  })
  const failure = failureOf(lines, 'The refused lines could not be read')
  return (
    <>
      <DataTable view={view} label="Refused lines" empty={null} failure={failure} isTwoLine maxHeight="60vh" />
      <Pager label="Refused lines" start={start} count={count} total={lines.data?.total ?? 0} onMove={setPlace} />
    </>
  )
}
