// Adds an authenticator app: a name and the password, then the QR code and a code that the app shows.
import { ApiError, signInMethodRoutes, type AuthenticatorSetup } from '@clubfolio/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeInput, codeLength } from '../../ui/code-input.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import classes from './profile.module.css'
import { QrCode } from './qr-code.tsx'
import { useConfirmAuthenticator, useStartAuthenticator } from './sign-in-method-api.ts'

export interface AuthenticatorModalProps {
  /** The app is confirmed; with the password that was given, for what follows. */
  readonly onAdded: (password: string) => void
  readonly onClose: () => void
}

const title = 'Add an authenticator app'

export function AuthenticatorModal({ onAdded, onClose }: AuthenticatorModalProps) {
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const start = useStartAuthenticator()
  const form = useCheckedForm({
    initialValues: { name: '', password: '' },
    schema: signInMethodRoutes.startAuthenticator.body,
    refusalFields: { wrongPassword: 'password' },
  })
  if (setup) return <ConfirmPart setup={setup} onConfirmed={() => onAdded(form.values.password)} onClose={onClose} />
  return (
    <FormModal
      title={title}
      icon={IconDeviceMobile}
      submit="Continue"
      openCount={form.openCount}
      isSubmitting={start.isPending}
      onSubmit={form.submit(async (values) => setSetup(await start.mutateAsync(values)))}
      onClose={onClose}
    >
      <p>The app on your phone shows a new 6-digit code every 30 seconds, also without a connection.</p>
      <TextInput label="Name" placeholder="My phone" data-autofocus autoComplete="off" {...form.textField('name')} />
      <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
    </FormModal>
  )
}

function ConfirmPart({
  setup,
  onConfirmed,
  onClose,
}: {
  readonly setup: AuthenticatorSetup
  readonly onConfirmed: () => void
  readonly onClose: () => void
}) {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const confirm = useConfirmAuthenticator()
  const submit = () =>
    confirm.mutate(
      { id: setup.id, code },
      {
        onSuccess: onConfirmed,
        onError: (error) => {
          // A code that could not be judged stays, to be sent again.
          if (!(error instanceof ApiError) || error.body.refusal !== 'wrongCode') return
          setCode('')
          setWrong(true)
        },
      },
    )
  return (
    <FormModal
      title={title}
      icon={IconDeviceMobile}
      submit="Confirm"
      openCount={code.length >= codeLength ? 0 : 1}
      isSubmitting={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Scan this with the app, or enter the key there by hand. Then enter the code that it shows.</p>
      <QrCode text={setup.address} label="QR code for the authenticator app" />
      <p className={classes['key']}>
        Key <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <div className={classes['code']}>
        <CodeInput
          label="Code from the app"
          value={code}
          isWrong={isWrong}
          onChange={(typed) => {
            setCode(typed)
            if (typed !== '') setWrong(false)
          }}
        />
      </div>
    </FormModal>
  )
}
