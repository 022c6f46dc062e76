// Prepare in the background: the report is generated while the user continues working, and its files are downloaded
// later.
import type { ReportFormat } from '@clubfolio/contract'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import type { ReportFileRequest } from './api.ts'
import { FactList } from './fact-list.tsx'
import { FormatField } from './format-field.tsx'
import { usePrepareReport } from './run-api.ts'

export interface PrepareModalProps {
  readonly reportName: string
  readonly request: ReportFileRequest
  /** The choices in words. */
  readonly facts: readonly string[]
  readonly onClose: () => void
  readonly onBegun: () => void
}

const firstFormats: ReportFormat[] = ['pdf']

export function PrepareModal({ reportName, request, facts, onClose, onBegun }: PrepareModalProps) {
  const [formats, setFormats] = useState<ReportFormat[]>(firstFormats)
  const prepare = usePrepareReport(request, onBegun)
  return (
    <FormModal
      title="Prepare in the background"
      subject={reportName}
      icon={IconFileDownload}
      submit="Prepare"
      openCount={formats.length === 0 ? 1 : 0}
      isSubmitting={prepare.isPending}
      isDirty={formats.join() !== firstFormats.join()}
      onSubmit={() => prepare.mutate(formats)}
      onClose={onClose}
    >
      <FormatField label="Files" formats={formats} onChange={setFormats} />
      <FactList label="What it shows" facts={facts} />
    </FormModal>
  )
}
