// Asks for the password again before a change of the sign-in methods, and says what the change does.
import { signInMethodRoutes } from '@clubfolio/contract'
import { PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'

export interface PasswordModalProps {
  readonly title: string
  readonly subject?: string
  readonly text: string
  readonly submit: string
  readonly isDanger?: boolean
  readonly isSubmitting: boolean
  /** By a call that is marked `inForm`; a rejection is shown here. */
  readonly onSubmit: (password: string) => Promise<unknown>
  readonly onClose: () => void
}

const schema = signInMethodRoutes.makeRecoveryCodes.body

export function PasswordModal({ text, onSubmit, ...modal }: PasswordModalProps) {
  const form = useCheckedForm({
    initialValues: { password: '' },
    schema,
    refusalFields: { wrongPassword: 'password' },
  })
  return (
    <FormModal
      icon={IconLock}
      openCount={form.openCount}
      onSubmit={form.submit(({ password }) => onSubmit(password))}
      {...modal}
    >
      <p>{text}</p>
      <PasswordInput
        label="Your password"
        data-autofocus
        autoComplete="current-password"
        {...form.textField('password')}
      />
    </FormModal>
  )
}
