// The page to which the provider returns: it hands over what came back, once, and continues with the second step, the
// dashboard or the profile. A failure says what to do.
import { useNavigate } from '@tanstack/react-router'
import { Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { session } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { CenteredCard } from '../../ui/centered-card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { startCountdown, type CodeStep } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'
import { formTitles } from './form-title.ts'
import { useFinishOidc } from './oidc-api.ts'
import { SecondStep } from './second-step.tsx'

const text = z.string().optional().catch(undefined)
const ReturnAddress = z.object({ state: text, code: text, iss: text })

export function SignInReturn() {
  useDocumentTitle('Sign in')
  const navigate = useNavigate()
  const [{ state, code, iss }] = useUrlState(ReturnAddress)
  const [step, setStep] = useState<CodeStep>()
  const isHandedOver = useRef(false)
  const toLogin = () => void navigate({ to: '/auth', replace: true })
  const goOn = () => void navigate({ to: '/', replace: true })
  const finish = useFinishOidc((outcome) => {
    if (outcome.outcome === 'STEP') setStep(startCountdown(outcome.pending))
    if (outcome.outcome === 'SIGNED_IN') goOn()
    if (outcome.outcome === 'LINKED') {
      void navigate({ to: '/profile', replace: true })
      showToast({ tone: 'success', title: 'Success', message: outcome.message })
    }
  })
  useEffect(() => {
    if (isHandedOver.current) return
    isHandedOver.current = true
    finish.mutate({
      state: state ?? '',
      ...(code === undefined ? {} : { code }),
      ...(iss === undefined ? {} : { iss }),
    })
    // What came back counts once, whatever renders again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const back = session.user() ? 'Continue' : 'Login'
  return (
    <CenteredCard
      title={step ? formTitles.code : formTitles.login}
      note={step ? `Signing in as ${step.email}` : undefined}
    >
      {step ? <SecondStep step={step} onCodeStep={setStep} onLogin={toLogin} onSignedIn={goOn} /> : null}
      {finish.error ? (
        <>
          <p className={classes['hint']} role="alert">
            {finish.error.message}
          </p>
          <FormLinks links={[[back, toLogin]]} />
        </>
      ) : null}
      {!step && !finish.error ? <Skeleton height={120} mt={12} aria-label="Signing in" /> : null}
    </CenteredCard>
  )
}
