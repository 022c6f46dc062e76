// The step after the password: the code by text message, or for users with sign-in methods of their own the one that
// they choose. Source: docs/rules/access.md, "Sign-in methods".
import type { StepMethod } from '@clubfolio/contract'
import { useState } from 'react'
import { arePasskeysPossible } from '../../kernel/passkey.ts'
import { useSendAgain } from './api.ts'
import { ConfirmationForm, type ConfirmationFormProps } from './confirmation-form.tsx'
import { FormLinks } from './form-links.tsx'
import { MethodForm } from './method-form.tsx'
import { PasskeyStep } from './passkey-step.tsx'

const linkWords: Readonly<Record<StepMethod, string>> = {
  PASSKEY: 'Use your passkey',
  AUTHENTICATOR: 'Use your authenticator app',
  SMS: 'Send a text message',
  RECOVERY_CODE: 'Use a recovery code',
}

/** Users without a method of their own see only the text message. */
export function SecondStep({ step, onCodeStep, onLogin, onSignedIn }: Omit<ConfirmationFormProps, 'others'>) {
  // The answer to a resend names no methods; they stay those of the password step.
  const [methods] = useState(() => (step.methods ?? []).filter((one) => one !== 'PASSKEY' || arePasskeysPossible()))
  const [method, setMethod] = useState<StepMethod>(methods[0] ?? 'SMS')
  const send = useSendAgain((next) => {
    onCodeStep(next)
    setMethod('SMS')
  })
  const choose = (chosen: StepMethod) => {
    if (chosen !== 'SMS') setMethod(chosen)
    else if (!send.isPending) send.mutate(step.email)
  }
  const others =
    methods.length > 1 ? (
      <FormLinks
        links={methods.filter((one) => one !== method).map((one) => [linkWords[one], () => choose(one)] as const)}
      />
    ) : null
  if (method === 'SMS')
    return (
      <ConfirmationForm step={step} onCodeStep={onCodeStep} onLogin={onLogin} onSignedIn={onSignedIn} others={others} />
    )
  if (method === 'PASSKEY')
    return <PasskeyStep email={step.email} onLogin={onLogin} onSignedIn={onSignedIn} others={others} />
  return (
    <MethodForm
      key={method}
      email={step.email}
      method={method}
      onLogin={onLogin}
      onSignedIn={onSignedIn}
      others={others}
    />
  )
}
