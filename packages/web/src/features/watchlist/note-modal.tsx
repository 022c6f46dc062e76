// The note on one instrument of one list.
import { watchlistRoutes } from '@clubfolio/contract'
import { Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'

export interface NoteModalProps {
  readonly code: string
  readonly note: string
  readonly isSaving: boolean
  /** Saves the note, by a call that is marked `inForm`; a rejection is shown here. */
  readonly onSave: (note: string) => Promise<unknown>
  readonly onClose: () => void
}

const schema = watchlistRoutes.saveNote.body.pick({ note: true })

export function NoteModal({ code, note, isSaving, onSave, onClose }: NoteModalProps) {
  const form = useCheckedForm({ initialValues: { note }, schema })
  const field = form.textField('note')
  return (
    <FormModal
      title="Note"
      subject={code}
      icon={IconNote}
      submit="Save"
      openCount={form.openCount}
      isSubmitting={isSaving}
      isDirty={form.isDirty()}
      onSubmit={form.submit((values) => onSave(values.note.trim()))}
      onClose={onClose}
    >
      <Textarea
        label={`Note on ${code}`}
        description={`${form.values.note.length} of ${field.maxLength} characters`}
        data-autofocus
        autosize
        minRows={4}
        maxRows={10}
        {...field}
      />
    </FormModal>
  )
}
