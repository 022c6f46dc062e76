// Prepare in the background: the report is generated while the user continues working, and its files are downloaded
// later.
import type { ReportFormat } from '@clubfolio/contract'
import { IconFileDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { ReportOrder } from './api.ts'
import { FormatField } from './format-field.tsx'
import classes from './report.module.css'
import { usePrepareReport } from './run-api.ts'

export interface PrepareModalProps {
  readonly reportName: string
  readonly order: ReportOrder
  /** The choices in words. */
  readonly facts: readonly string[]
  readonly onClose: () => void
  readonly onBegun: () => void
}

export function PrepareModal({ reportName, order, facts, onClose, onBegun }: PrepareModalProps) {
  const formId = useId()
  const [formats, setFormats] = useState<ReportFormat[]>(['pdf'])
  const prepare = usePrepareReport(order, onBegun)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Prepare in the background"
      subject={reportName}
      icon={IconFileDownload}
      foot={
        <FormFoot
          form={formId}
          submit="Prepare"
          openCount={formats.length === 0 ? 1 : 0}
          isSubmitting={prepare.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (formats.length > 0) prepare.mutate(formats)
        }}
      >
        <FormatField label="Files" formats={formats} onChange={setFormats} />
        <ul className={classes['facts']} aria-label="What it shows">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </form>
    </Modal>
  )
}
