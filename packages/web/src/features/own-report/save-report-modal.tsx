// Saves a composed report under a name: replacing the saved one, or as a new one.
import { ownReportRoutes, type OwnReport, type OwnReportContent } from '@clubfolio/contract'
import { Radio, TextInput } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
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

const schema = ownReportRoutes.saveOwnReport.body.pick({ name: true })

export function SaveReportModal({ kept, suggested, content, onClose, onSaved }: SaveReportModalProps) {
  const form = useCheckedForm({
    initialValues: { name: kept?.name ?? suggested, place: kept ? 'same' : 'new' },
    schema,
  })
  const save = useSaveOwnReport()
  const submit = form.submit(({ name, place }) => {
    const id = place === 'same' && kept ? kept.id : null
    return save.mutateAsync({ id, name: name.trim(), content }, { onSuccess: (saved) => onSaved(saved.id) })
  })
  return (
    <FormModal
      title="Save report"
      icon={IconFileAnalytics}
      submit="Save"
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.textField('name')} />
      {kept ? (
        <Radio.Group label="Save as" {...form.field('place')}>
          <div className={reportClasses['radios']}>
            <Radio size="xs" value="same" label={`${kept.name}, changed`} />
            <Radio size="xs" value="new" label="Another report" />
          </div>
        </Radio.Group>
      ) : null}
    </FormModal>
  )
}
