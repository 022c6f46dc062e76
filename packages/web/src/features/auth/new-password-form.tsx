// Sets a new password through a mailed link, or the first one of a user whom an administrator created. It does not
// sign the user in: the code step still follows at the next sign-in.
import { securityRoutes } from '@clubfolio/contract'
import { Button, PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useResetPassword } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'
import { passwordError, useCommonPasswordFault } from './new-password.ts'

const fields = securityRoutes.resetPassword.body.pick({ password: true })

export interface NewPasswordFormProps {
  readonly token: string
  readonly onDone: (message: string) => void
  readonly onLogin: () => void
  readonly hint?: ReactNode
  /** Another way than a password. */
  readonly other?: ReactNode
}

export function NewPasswordForm({
  token,
  onDone,
  onLogin,
  hint = 'Your other sessions will end. Signing in still requires a code.',
  other,
}: NewPasswordFormProps) {
  const commonPasswordFault = useCommonPasswordFault()
  const form = useCheckedForm({
    initialValues: { password: '' },
    schema: fields,
    refusalFields: { commonPassword: 'password' },
    ownErrors: ({ password }) => passwordError(commonPasswordFault(password)),
  })
  const reset = useResetPassword(onDone)
  const isValid = form.openCount === 0
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label="New password"
      onSubmit={form.submit(({ password }) => reset.mutateAsync({ token, password }))}
    >
      <p className={classes['hint']}>{hint}</p>
      <PasswordInput
        label="New password"
        size="md"
        autoComplete="new-password"
        autoFocus
        {...form.liveField('password')}
      />
      <DisabledReason
        reason={isValid ? undefined : 'Choose a password of at least 8 characters that is not a common one'}
      >
        <Button type="submit" size="md" fullWidth loading={reset.isPending}>
          Set password
        </Button>
      </DisabledReason>
      {other}
      <FormLinks links={[['Login', onLogin]]} />
    </form>
  )
}
