// Market data for administrators: which source is active, what each contains, imports with their progress and refused
// lines.
import { useState } from 'react'
import type { ImportRun } from '@clubfolio/contract'
import { PageHead } from '../../ui/page-head.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ImportForm } from './import-form.tsx'
import { ImportRuns } from './import-runs.tsx'
import classes from './market.module.css'
import { RefusedLinesModal } from './refused-lines-modal.tsx'
import { SourceTable } from './source-table.tsx'

export function MarketScreen() {
  useDocumentTitle('Market Data')
  const [shownRun, setShownRun] = useState<ImportRun>()
  return (
    <div className={classes['page']}>
      <PageHead title="Market Data" fact="Lists, search, charts and paper quotes follow the active market" />
      <div className={classes['columns']}>
        <SourceTable />
        <ImportForm />
      </div>
      <ImportRuns onShowRefused={setShownRun} />
      <RefusedLinesModal run={shownRun} onClose={() => setShownRun(undefined)} />
    </div>
  )
}
