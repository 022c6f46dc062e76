// E-mail and password. Login stays disabled while they cannot be valid: docs/rules/access.md, "Sign-in".
import { securityRoutes } from '@clubfolio/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { arePasskeysPossible } from '../../kernel/passkey.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useLogin, usePasskeySignIn, type CodeStep, type PasskeySignIn } from './api.ts'
import classes from './auth.module.css'
import { ProviderButton } from './provider-button.tsx'

export interface LoginFormProps {
  /** Restored after a return from the code step. */
  readonly email: string
  /** Restricts the sign-in to the person whose page is waiting. */
  readonly isEmailFixed?: boolean
  readonly onCodeStep: (step: CodeStep) => void
  /** A passkey alone signed the person in. Without it none is offered. */
  readonly onSignedIn?: () => void
}

export function LoginForm({ email, isEmailFixed = false, onCodeStep, onSignedIn }: LoginFormProps) {
  const login = useLogin(onCodeStep)
  const form = useCheckedForm({
    initialValues: { email, password: '' },
    schema: securityRoutes.login.body,
  })
  const isValid = form.openCount === 0
  return (
    <form className={classes['form']} noValidate onSubmit={form.submit((values) => login.mutate(values))}>
      <TextInput
        label="Email"
        type="text"
        size="md"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={email === ''}
        readOnly={isEmailFixed}
        {...form.field('email')}
      />
      <PasswordInput
        label="Password"
        size="md"
        autoComplete="current-password"
        autoFocus={email !== ''}
        {...form.field('password')}
      />
      <DisabledReason
        reason={isValid ? undefined : 'Enter your e-mail address and a password of at least 8 characters'}
      >
        <Button type="submit" size="md" fullWidth loading={login.isPending}>
          Login
        </Button>
      </DisabledReason>
      {onSignedIn && arePasskeysPossible() ? (
        <PasskeyButton waitingEmail={isEmailFixed ? email : undefined} onSignedIn={onSignedIn} />
      ) : null}
      {/* The way there leaves the page, and what was typed on it. */}
      {onSignedIn && !isEmailFixed ? <ProviderButton /> : null}
    </form>
  )
}

function PasskeyButton(given: Pick<PasskeySignIn, 'waitingEmail' | 'onSignedIn'>) {
  const passkey = usePasskeySignIn(given)
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={16} stroke={1.6} aria-hidden />}
      loading={passkey.isPending}
      // As for the links: leaving an empty field would show its error and move the button from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => passkey.mutate()}
    >
      Sign in with a passkey
    </Button>
  )
}
