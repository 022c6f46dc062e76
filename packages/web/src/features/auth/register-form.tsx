// Registration: personal details, a password, and the human check. It is submitted only when everything is valid.
// Source: docs/rules/access.md, "Registration".
import { securityRoutes } from '@clubfolio/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { describeOpenFields } from '../../ui/describe-open-fields.ts'
import { useRegister, type CodeStep } from './api.ts'
import classes from './auth.module.css'
import { Captcha } from './captcha.tsx'
import { FormLinks } from './form-links.tsx'
import { passwordError, useCommonPasswordFault } from './new-password.ts'
import { PersonFields, personLabels } from './person-fields.tsx'

const fields = securityRoutes.createUser.body.omit({ reCaptchaCode: true })
const labels = { ...personLabels, email: 'Email', password: 'Password' }

export interface RegisterFormProps {
  readonly onCodeStep: (step: CodeStep) => void
  readonly onLogin: () => void
}

export function RegisterForm({ onCodeStep, onLogin }: RegisterFormProps) {
  const [answer, setAnswer] = useState<string>()
  const [attempt, setAttempt] = useState(1)
  const commonPasswordFault = useCommonPasswordFault()
  const form = useCheckedForm({
    initialValues: { firstName: '', lastName: '', email: '', phoneNumber: '', password: '' },
    schema: fields,
    refusalFields: { commonPassword: 'password' },
    ownErrors: ({ password }) => passwordError(commonPasswordFault(password)),
  })
  const register = useRegister(onCodeStep, () => {
    // An answer is valid once; the next attempt needs another one.
    setAnswer(undefined)
    setAttempt((before) => before + 1)
  })
  const why =
    describeOpenFields(form.openNames, form.values, labels) ??
    (answer === undefined ? 'The human check is still running' : undefined)
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label="Register"
      onSubmit={form.submit(
        (values) => answer !== undefined && register.mutateAsync({ ...values, reCaptchaCode: answer }),
      )}
    >
      <PersonFields inputProps={(field) => form.textField(field)}>
        <TextInput
          label="Email"
          type="text"
          size="md"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.textField('email')}
        />
      </PersonFields>
      <PasswordInput label="Password" size="md" autoComplete="new-password" {...form.liveField('password')} />
      <Captcha attempt={attempt} onAnswer={setAnswer} onRetry={() => setAttempt((before) => before + 1)} />
      <DisabledReason reason={why}>
        <Button type="submit" size="md" fullWidth loading={register.isPending}>
          Register
        </Button>
      </DisabledReason>
      <FormLinks links={[['Login', onLogin]]} />
    </form>
  )
}
