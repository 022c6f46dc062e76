// Saves a composed report under a name: replacing the saved one, or as a new one.
import type { OwnReport, OwnReportContent } from '@clubfolio/contract'
import { Radio, TextInput } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import reportClasses from '../report/report.module.css'
import { useSaveOwnReport } from './api.ts'

export interface SaveReportModalProps {
  /** The own report being edited. */
  readonly kept: OwnReport | undefined
  readonly suggested: string
  readonly content: OwnReportContent
  readonly onClose: () => void
  readonly onSaved: (id: string) => void
}

export function SaveReportModal({ kept, suggested, content, onClose, onSaved }: SaveReportModalProps) {
  const formId = useId()
  const [name, setName] = useState(kept?.name ?? suggested)
  const [place, setPlace] = useState<'same' | 'new'>(kept ? 'same' : 'new')
  const save = useSaveOwnReport()
  const written = name.trim()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Save report"
      icon={IconFileAnalytics}
      foot={
        <FormFoot
          form={formId}
          submit="Save"
          openCount={written === '' ? 1 : 0}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        className={reportClasses['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '')
            save.mutate(
              { id: place === 'same' && kept ? kept.id : null, name: written, content },
              { onSuccess: ({ id }) => onSaved(id) },
            )
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
        {kept ? (
          <Radio.Group label="Save as" value={place} onChange={(value) => setPlace(value === 'same' ? 'same' : 'new')}>
            <div className={reportClasses['radios']}>
              <Radio size="xs" value="same" label={`${kept.name}, changed`} />
              <Radio size="xs" value="new" label="Another report" />
            </div>
          </Radio.Group>
        ) : null}
      </form>
    </Modal>
  )
}
