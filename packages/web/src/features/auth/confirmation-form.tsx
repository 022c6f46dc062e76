// The confirmation code: six boxes, a countdown in words and as a line, and two ways out.
// Source: docs/rules/access.md, "Sign-in".
import { Button, UnstyledButton } from '@mantine/core'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { CodeInput, codeLength } from '../../ui/code-input.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useCheckCode, useSendAgain, type CodeStep } from './api.ts'
import classes from './auth.module.css'

export interface ConfirmationFormProps {
  readonly step: CodeStep
  /** Called when a new code was sent. */
  readonly onCodeStep: (step: CodeStep) => void
  /** Called to return to e-mail and password. */
  readonly onLogin: () => void
  /** Called when the code was right and the user's preferences are loaded. */
  readonly onSignedIn: () => void
  /** Links to the user's other methods. */
  readonly others?: ReactNode
}

export function ConfirmationForm({ step, onCodeStep, onLogin, onSignedIn, others }: ConfirmationFormProps) {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const firstBoxRef = useRef<HTMLInputElement>(null)
  const reset = () => {
    setCode('')
    firstBoxRef.current?.focus()
  }
  const check = useCheckCode({
    onInvalid: () => {
      reset()
      setWrong(true)
    },
    onDead: onLogin,
    onSignedIn,
  })
  const sendAgain = useSendAgain((next) => {
    reset()
    setWrong(false)
    onCodeStep(next)
    showToast({ tone: 'info', title: 'Notification', message: `A new code was sent to your ${next.messageType}` })
  })
  const leftSeconds = useCountdown(step.deadlineMs, () => {
    if (check.isPending || check.isSuccess) return
    showToast({ tone: 'info', title: 'Notification', message: 'Confirmation code has been expired' })
    onLogin()
  })
  const waitSeconds = useCountdown(step.resendAtMs)
  const isComplete = code.length >= codeLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !check.isPending) check.mutate({ email: step.email, code })
  }
  return (
    <form onSubmit={submit}>
      <p className={classes['hint']}>
        Check your <strong>{step.messageType}</strong> for a text message with a 6-digit code. It is valid for{' '}
        <strong>
          {leftSeconds} {leftSeconds === 1 ? 'second' : 'seconds'}
        </strong>
        .
      </p>
      <div className={classes['track']} aria-hidden>
        <div
          className={classes['left']}
          style={{ width: `${Math.min(100, (leftSeconds / step.expiresInSeconds) * 100)}%` }}
        />
      </div>
      <CodeInput
        label="Code received"
        value={code}
        isWrong={isWrong}
        onChange={(typed) => {
          setCode(typed)
          if (typed !== '') setWrong(false)
        }}
        firstBoxRef={firstBoxRef}
      />
      <DisabledReason reason={isComplete ? undefined : 'Enter all six digits of the code'}>
        <Button type="submit" size="md" fullWidth loading={check.isPending}>
          Confirm
        </Button>
      </DisabledReason>
      <div className={classes['links']}>
        <UnstyledButton className={classes['link']} onClick={onLogin}>
          Login
        </UnstyledButton>
        <span>
          Nothing received?{' '}
          <UnstyledButton
            className={classes['link']}
            disabled={waitSeconds > 0 || sendAgain.isPending}
            onClick={() => sendAgain.mutate(step.email)}
          >
            {waitSeconds > 0 ? `Send again in ${waitSeconds} s` : 'Send again'}
          </UnstyledButton>
        </span>
      </div>
      {others}
    </form>
  )
}
