// Prompts for the name of a new or renamed watchlist.
import { TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'

export interface NameModalProps {
  readonly title: string
  readonly name: string
  readonly isSaving: boolean
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

export function NameModal({ title, name: given, isSaving, onSave, onClose }: NameModalProps) {
  const formId = useId()
  const [name, setName] = useState(given)
  const written = name.trim()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      icon={IconEye}
      foot={
        <FormFoot
          form={formId}
          submit="Save"
          openCount={written === '' ? 1 : 0}
          isSubmitting={isSaving}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '') onSave(written)
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
