// 5,000 virtualised rows, and 330 rows behind the pager.
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { countColumn, instantColumn, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import classes from './gallery.module.css'

interface Sample {
  readonly id: string
  readonly index: number
  readonly change: number
  readonly atMs: number
}

const samples: readonly Sample[] = Array.from({ length: 5_000 }, (_sample, index) => ({
  id: `S${index}`,
  index,
  change: ((index * 37) % 400) / 10 - 20,
  atMs: Date.UTC(2026, 2, 4, 15) + index * 60_000,
}))
const fewer = samples.slice(0, 330)

const columns: readonly Column<Sample>[] = [
  textColumn({ id: 'id', header: 'Code', value: (sample) => sample.id, isCode: true }),
  countColumn({ id: 'index', header: 'Volume', value: (sample) => sample.index * 1_000 }),
  percentColumn({ id: 'change', header: 'Change', value: (sample) => sample.change, isChange: true }),
  instantColumn({ id: 'at', header: 'Entered', value: (sample) => sample.atMs }),
]

const sampleId = (sample: Sample) => sample.id

export function LongTableSection() {
  const long = useTableView({ columns, rows: samples, rowId: sampleId })
  const paged = useTableView({ columns, rows: fewer, rowId: sampleId })
  const [place, setPlace] = useState({ start: 0, count: 10 })
  return (
    <div className={classes['wide']} style={{ display: 'grid', gap: 8 }}>
      <Panel title="5,000 rows" canExpand>
        {(isExpanded) => (
          <DataTable
            view={long}
            label="5,000 rows"
            empty={null}
            maxHeight={isExpanded ? '100%' : 300}
            rowTone={(row) => (row.index % 2 === 0 ? 'buy' : 'sell')}
          />
        )}
      </Panel>
      <Panel title="330 rows in pages">
        <DataTable
          view={paged}
          label="330 rows"
          empty={null}
          page={place}
          rowTone={(row) => (row.change > 0 ? 'profit' : row.change < 0 ? 'loss' : undefined)}
        />
        <Pager label="330 rows" {...place} total={fewer.length} onMove={setPlace} />
      </Panel>
    </div>
  )
}
