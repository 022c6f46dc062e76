// Renames an own report.
import type { OwnReport } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useRenameOwnReport } from './api.ts'

export function RenameReportModal({ report, onClose }: { readonly report: OwnReport; readonly onClose: () => void }) {
  const formId = useId()
  const [name, setName] = useState(report.name)
  const rename = useRenameOwnReport()
  const written = name.trim()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Rename report"
      subject={report.name}
      icon={IconFileAnalytics}
      foot={
        <FormFoot
          form={formId}
          submit="Save"
          openCount={written === '' ? 1 : 0}
          isSubmitting={rename.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '') rename.mutate({ id: report.id, name: written }, { onSuccess: onClose })
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Modal>
  )
}
