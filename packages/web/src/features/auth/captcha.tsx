// The human check that the server offers: our own proof of work, or Google's reCAPTCHA where configured.
import { lazy, Suspense } from 'react'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useCaptchaOffer } from './api.ts'
import classes from './auth.module.css'

const ProofOfWork = lazy(() => import('./proof-of-work.tsx').then((module) => ({ default: module.ProofOfWork })))
const RecaptchaBox = lazy(() => import('./recaptcha-box.tsx').then((module) => ({ default: module.RecaptchaBox })))

export interface CaptchaProps {
  /** Changing the number fetches another challenge. */
  readonly attempt: number
  /** Receives the answer, or undefined when it has expired. */
  readonly onAnswer: (answer: string | undefined) => void
  readonly onRetry: () => void
}

export function Captcha({ attempt, onAnswer, onRetry }: CaptchaProps) {
  const offer = useCaptchaOffer(attempt)
  if (offer.error)
    return (
      <FailedState
        title="The human check could not be loaded"
        why={offer.error.message}
        onRetry={onRetry}
        isRetrying={offer.isFetching}
      />
    )
  return (
    <div className={classes['captcha']}>
      <Suspense fallback={null}>
        {offer.data?.kind === 'ALTCHA' ? (
          <ProofOfWork key={attempt} challenge={offer.data.challenge} onAnswer={onAnswer} onRetry={onRetry} />
        ) : null}
        {offer.data?.kind === 'RECAPTCHA' ? (
          <RecaptchaBox
            key={attempt}
            siteKey={offer.data.siteKey}
            scriptUrl={offer.data.scriptUrl}
            onAnswer={onAnswer}
            onRetry={onRetry}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
