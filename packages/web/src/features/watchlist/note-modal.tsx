// The note on one instrument of one list.
import { Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'

const noteLimit = 500

export interface NoteModalProps {
  readonly code: string
  readonly note: string
  readonly isSaving: boolean
  readonly onSave: (note: string) => void
  readonly onClose: () => void
}

export function NoteModal({ code, note, isSaving, onSave, onClose }: NoteModalProps) {
  const formId = useId()
  const [text, setText] = useState(note)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Note"
      subject={code}
      icon={IconNote}
      foot={<FormFoot form={formId} submit="Save" openCount={0} isSubmitting={isSaving} onCancel={onClose} />}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text.trim())
        }}
      >
        <Textarea
          label={`Note on ${code}`}
          description={`${text.length} of ${noteLimit} characters`}
          data-autofocus
          autosize
          minRows={4}
          maxRows={10}
          maxLength={noteLimit}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </Modal>
  )
}
