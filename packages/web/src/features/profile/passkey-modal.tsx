// Adds a passkey: a name and the password, then the browser asks for the device.
import { signInMethodRoutes } from '@clubfolio/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useAddPasskey } from './sign-in-method-api.ts'

export interface PasskeyModalProps {
  /** The passkey is stored; with the password that was given, for what follows. */
  readonly onAdded: (password: string) => void
  readonly onClose: () => void
}

/** Name and password, as for an authenticator app. */
const schema = signInMethodRoutes.startAuthenticator.body

export function PasskeyModal({ onAdded, onClose }: PasskeyModalProps) {
  const add = useAddPasskey()
  const form = useCheckedForm({
    initialValues: { name: '', password: '' },
    schema,
    refusalFields: { wrongPassword: 'password' },
  })
  return (
    <FormModal
      title="Add a passkey"
      icon={IconFingerprint}
      submit="Continue"
      openCount={form.openCount}
      isSubmitting={add.isPending}
      onSubmit={form.submit(async (values) => {
        if (await add.mutateAsync(values)) onAdded(values.password)
      })}
      onClose={onClose}
    >
      <p>
        Your device, your password manager or a security key keeps it. With a fingerprint, a face or a PIN it signs you
        in alone, without password and code.
      </p>
      <TextInput label="Name" placeholder="My laptop" data-autofocus autoComplete="off" {...form.textField('name')} />
      <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
    </FormModal>
  )
}
