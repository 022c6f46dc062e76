// The code of an authenticator app, or a recovery code. Source: docs/rules/access.md, "Sign-in methods".
import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { CodeInput, codeLength } from '../../ui/code-input.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useCheckCode } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'

export interface MethodFormProps {
  readonly email: string
  readonly method: 'AUTHENTICATOR' | 'RECOVERY_CODE'
  readonly onLogin: () => void
  readonly onSignedIn: () => void
  readonly others: ReactNode
}

const recoveryLetters = 16

/** `7K3M-Q9XT` has 8: the hyphens and spaces that people type do not count. */
const lettersOf = (code: string): number => code.replaceAll(/[^0-9A-Za-z]/g, '').length

export function MethodForm({ email, method, onLogin, onSignedIn, others }: MethodFormProps) {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const firstRef = useRef<HTMLInputElement>(null)
  const check = useCheckCode({
    onInvalid: () => {
      setCode('')
      setWrong(true)
      firstRef.current?.focus()
    },
    onDead: onLogin,
    onSignedIn,
  })
  const isRecovery = method === 'RECOVERY_CODE'
  const isComplete = isRecovery ? lettersOf(code) >= recoveryLetters : code.length >= codeLength
  const change = (typed: string) => {
    setCode(typed)
    if (typed !== '') setWrong(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !check.isPending) check.mutate({ email, code, method })
  }
  return (
    <form onSubmit={submit}>
      <div className={classes['method']}>
        {isRecovery ? (
          <>
            <p className={classes['hint']}>Each recovery code works once. You get a mail when one was used.</p>
            <TextInput
              ref={firstRef}
              label="Recovery code"
              size="md"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              maxLength={32}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              value={code}
              error={isWrong ? 'This code is wrong or was used before.' : undefined}
              onChange={(event) => change(event.currentTarget.value)}
            />
          </>
        ) : (
          <>
            <p className={classes['hint']}>
              Open your authenticator app and enter the 6-digit code that it shows for Clubfolio.
            </p>
            <CodeInput
              label="Code from the app"
              value={code}
              isWrong={isWrong}
              onChange={change}
              firstBoxRef={firstRef}
            />
          </>
        )}
      </div>
      <DisabledReason
        reason={
          isComplete ? undefined : isRecovery ? 'Enter the whole recovery code' : 'Enter all six digits of the code'
        }
      >
        <Button type="submit" size="md" fullWidth loading={check.isPending}>
          Confirm
        </Button>
      </DisabledReason>
      {others}
      <FormLinks links={[['Login', onLogin]]} />
    </form>
  )
}
