// The question why, in front of a step that people read the reason of: declining, withdrawing, cancelling.
import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { FormModal } from '../../../ui/form-modal.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from './books-api.ts'
import type { ChangeAnswer } from './change-toast.ts'

export interface ReasonModalProps extends Pick<ComponentProps<typeof FormModal>, 'title' | 'subject' | 'icon'> {
  readonly submit: string
  /** What the call takes, with its limit of the reason. */
  readonly schema: z.ZodObject
  /** Who reads the reason, and what the step does. */
  readonly consequence: string
  readonly send: (reason: string) => Promise<ChangeAnswer>
  readonly onClose: () => void
}

export function ReasonModal({ title, subject, icon, submit, schema, consequence, send, onClose }: ReasonModalProps) {
  const form = useCheckedForm({ initialValues: { reason: '' }, schema })
  const change = useChangeBooks(onClose)
  return (
    <FormModal
      title={title}
      {...(subject === undefined ? {} : { subject })}
      {...(icon === undefined ? {} : { icon })}
      submit={submit}
      isDanger
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(({ reason }) => change.mutateAsync(() => send(reason.trim())))}
      onClose={onClose}
    >
      <TextInput label="Reason" description={consequence} withAsterisk data-autofocus {...form.textField('reason')} />
    </FormModal>
  )
}
