// Prompts for the name of something that a user saves.
import { keptName } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { z } from 'zod'
import { FormModal } from './form-modal.tsx'
import { useCheckedForm } from './use-checked-form.ts'

export interface NameModalProps {
  readonly title: string
  readonly subject?: string
  readonly icon: Icon
  readonly name: string
  readonly isSaving: boolean
  /** Saves the name, by a call that is marked `inForm`; a rejection is shown here. */
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

const schema = z.object({ name: keptName })

export function NameModal({ name, isSaving, onSave, ...modal }: NameModalProps) {
  const form = useCheckedForm({ initialValues: { name }, schema })
  return (
    <FormModal
      submit="Save"
      isDirty={form.isDirty()}
      openCount={form.openCount}
      isSubmitting={isSaving}
      onSubmit={form.submit((values) => onSave(values.name.trim()))}
      {...modal}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.textField('name')} />
    </FormModal>
  )
}
