// Overlays a page whose session expired while the user was typing: the same person signs in again and continues with
// everything in place. Source: docs/rules/access.md, "Session"; docs/rules/interface.md, "Forms".
import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { session, useSessionUser } from '../../kernel/session.ts'
import { lastTypedField } from '../../kernel/typed-text.ts'
import { CenteredCard } from '../../ui/centered-card.tsx'
import type { CodeStep } from './api.ts'
import classes from './auth.module.css'
import { formTitles } from './form-title.ts'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

export function SignInAgain() {
  const user = useSessionUser()
  const [step, setStep] = useState<CodeStep>()
  useWaitingDialogs()
  if (!user) return null
  const backToLogin = () => setStep(undefined)
  const note = (
    <>
      Your session has ended. What you typed is still there.{' '}
      <UnstyledButton
        className={classes['link']}
        onMouseDown={(event) => event.preventDefault()}
        onClick={session.leave}
      >
        Leave it and sign out
      </UnstyledButton>
    </>
  )
  return (
    <CenteredCard title={step ? formTitles.code : formTitles.login} note={note} isOverPage>
      {step ? (
        <SecondStep step={step} onCodeStep={setStep} onLogin={backToLogin} onSignedIn={() => undefined} />
      ) : (
        <LoginForm email={user.email} isEmailFixed onCodeStep={setStep} onSignedIn={() => undefined} />
      )}
    </CenteredCard>
  )
}

/**
 * Makes open dialogs inert, because they are rendered outside the page's root element. Afterwards the focus returns to
 * the field that had it.
 */
function useWaitingDialogs(): void {
  useEffect(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('body > [data-portal]')]
    for (const dialog of dialogs) dialog.inert = true
    return () => {
      for (const dialog of dialogs) dialog.inert = false
    }
  }, [])
  useEffect(() => () => void requestAnimationFrame(() => lastTypedField()?.focus()), [])
}
