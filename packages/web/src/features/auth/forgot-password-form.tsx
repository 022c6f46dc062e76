// "Forgot password?": takes an e-mail address; the answer is the same whether or not it is registered.
import { securityRoutes } from '@clubfolio/contract'
import { Button, TextInput } from '@mantine/core'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useRequestReset } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'

export interface ForgotPasswordFormProps {
  readonly email: string
  readonly onLogin: () => void
}

export function ForgotPasswordForm({ email, onLogin }: ForgotPasswordFormProps) {
  const request = useRequestReset()
  const form = useCheckedForm({
    initialValues: { email },
    schema: securityRoutes.requestPasswordReset.body,
  })
  const isValid = form.openCount === 0
  if (request.data) {
    return (
      <>
        <p className={classes['hint']} role="status">
          {request.data.message}
        </p>
        <FormLinks links={[['Login', onLogin]]} />
      </>
    )
  }
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label="Forgot password"
      onSubmit={form.submit((values) => request.mutate(values.email))}
    >
      <p className={classes['hint']}>We mail you a link to set a new password.</p>
      <TextInput
        label="Email"
        type="text"
        size="md"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.textField('email')}
      />
      <DisabledReason reason={isValid ? undefined : 'Enter your e-mail address'}>
        <Button type="submit" size="md" fullWidth loading={request.isPending}>
          Send link
        </Button>
      </DisabledReason>
      <FormLinks links={[['Login', onLogin]]} />
    </form>
  )
}
