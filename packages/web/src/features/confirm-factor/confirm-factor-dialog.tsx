// "Confirm it's you": by what the user has. The call that was refused waits and is repeated afterwards;
// cancelling leaves its form as it was. Source: docs/rules/access.md, "Sign-in methods".
import type { SignInMethods, StepMethod } from '@clubfolio/contract'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { FactorNeed } from '../../kernel/factor-question.ts'
import { arePasskeysPossible } from '../../kernel/passkey.ts'
import { CodeInput, codeLength } from '../../ui/code-input.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useSignInMethods } from '../profile/sign-in-method-api.ts'
import { useConfirmByCode, useConfirmByPasskey, useSendCode } from './api.ts'
import { AddMethodDialog } from './add-method-dialog.tsx'
import classes from './confirm-factor.module.css'

export interface ConfirmFactorDialogProps {
  readonly need: FactorNeed
  readonly onAnswer: (isConfirmed: boolean) => void
}

const title = "Confirm it's you"
const reasons: Readonly<Record<FactorNeed, string>> = {
  fresh: 'This moves money or changes access, and you last confirmed more than 10 minutes ago.',
  strong: 'One of your groups requires a passkey or an authenticator app, and you signed in with a text message.',
}

export function ConfirmFactorDialog({ need, onAnswer }: ConfirmFactorDialogProps) {
  const found = useSignInMethods()
  const cancel = () => onAnswer(false)
  if (!found.data)
    return (
      <Modal isOpen onClose={cancel} title={title} icon={IconShieldCheck}>
        {found.isError ? (
          <FailedQuery query={found} title="Your sign-in methods could not be read" />
        ) : (
          <p>{reasons[need]}</p>
        )}
      </Modal>
    )
  return <FoundMethods need={need} found={found.data} onAnswer={onAnswer} />
}

function FoundMethods({ need, found, onAnswer }: ConfirmFactorDialogProps & { readonly found: SignInMethods }) {
  // The method that is added here must not end the dialog, which still shows the recovery codes.
  const [isAdding] = useState(need === 'strong' && found.methods.length === 0)
  return isAdding ? (
    <AddMethodDialog onAnswer={onAnswer} />
  ) : (
    <MethodDialog need={need} methods={methodsOf(found)} onAnswer={onAnswer} />
  )
}

/** Returns what confirms, the preferred one first: a text message only for users who have nothing else. */
export function methodsOf({ methods, recoveryCodesLeft }: SignInMethods): readonly StepMethod[] {
  if (methods.length === 0) return ['SMS']
  const has = (kind: 'PASSKEY' | 'AUTHENTICATOR') => methods.some((method) => method.kind === kind)
  return [
    ...(has('PASSKEY') && arePasskeysPossible() ? (['PASSKEY'] as const) : []),
    ...(has('AUTHENTICATOR') ? (['AUTHENTICATOR'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}

const linkWords: Readonly<Record<StepMethod, string>> = {
  PASSKEY: 'Use your passkey',
  AUTHENTICATOR: 'Use your authenticator app',
  SMS: 'Send a text message',
  RECOVERY_CODE: 'Use a recovery code',
}

interface SentCode {
  readonly deadlineMs: number
  readonly resendAtMs: number
}

function MethodDialog({
  need,
  methods,
  onAnswer,
}: ConfirmFactorDialogProps & { readonly methods: readonly StepMethod[] }) {
  const [method, setMethod] = useState(methods[0])
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [sent, setSent] = useState<SentCode>()
  const firstRef = useRef<HTMLInputElement>(null)
  const confirmed = () => onAnswer(true)
  const send = useSendCode(({ expiresInSeconds, resendInSeconds }) => {
    setCode('')
    setWrong(false)
    setSent({ deadlineMs: Date.now() + expiresInSeconds * 1000, resendAtMs: Date.now() + resendInSeconds * 1000 })
  })
  const byCode = useConfirmByCode(confirmed, () => {
    setCode('')
    setWrong(true)
    firstRef.current?.focus()
  })
  const byPasskey = useConfirmByPasskey(confirmed)
  const choose = (chosen: StepMethod) => {
    setMethod(chosen)
    setCode('')
    setWrong(false)
  }
  const type = (typed: string) => {
    setCode(typed)
    if (typed !== '') setWrong(false)
  }
  const hasCode = method === 'AUTHENTICATOR' || method === 'RECOVERY_CODE' || (method === 'SMS' && sent !== undefined)
  const isComplete = !hasCode || code.replaceAll(/[^0-9A-Za-z]/g, '').length >= (method === 'RECOVERY_CODE' ? 16 : 6)
  const submit = () => {
    if (method === 'PASSKEY') byPasskey.mutate()
    else if (!hasCode) send.mutate()
    else if (method !== undefined && code.length >= codeLength) byCode.mutate({ method, code })
  }
  return (
    <FormModal
      title={title}
      icon={IconShieldCheck}
      submit={
        method === undefined ? undefined : method === 'PASSKEY' ? 'Use passkey' : hasCode ? 'Confirm' : 'Send a code'
      }
      openCount={isComplete ? 0 : 1}
      isSubmitting={byCode.isPending || byPasskey.isPending || send.isPending}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
    >
      <p>{reasons[need]}</p>
      <MethodHint method={method} isSent={sent !== undefined} />
      {method === 'RECOVERY_CODE' ? (
        <TextInput
          key={method}
          ref={firstRef}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          autoFocus
          maxLength={32}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          value={code}
          error={isWrong ? 'This code is wrong or was used before.' : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
      ) : hasCode ? (
        <CodeInput
          key={method}
          label={method === 'SMS' ? 'Code received' : 'Code from the app'}
          value={code}
          isWrong={isWrong}
          onChange={type}
          firstBoxRef={firstRef}
        />
      ) : null}
      {method === 'SMS' && sent ? (
        <Resend
          sent={sent}
          isSending={send.isPending}
          onSend={() => send.mutate()}
          onExpired={() => setSent(undefined)}
        />
      ) : null}
      {methods.length > 1 ? (
        <div className={classes['links']}>
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <UnstyledButton key={one} className={classes['link']} onClick={() => choose(one)}>
                {linkWords[one]}
              </UnstyledButton>
            ))}
        </div>
      ) : null}
    </FormModal>
  )
}

function MethodHint({ method, isSent }: { readonly method: StepMethod | undefined; readonly isSent: boolean }) {
  if (method === undefined)
    return (
      <p>This browser cannot use your passkey, and you have no recovery codes left. Switch to a browser that has it.</p>
    )
  if (method === 'PASSKEY') return <p>Follow the prompt of your device or security key.</p>
  if (method === 'AUTHENTICATOR') return <p>Enter the 6-digit code that your authenticator app shows for Clubfolio.</p>
  if (method === 'RECOVERY_CODE') return <p>Each recovery code works once.</p>
  return (
    <p>{isSent ? 'Enter the 6-digit code that was sent to your phone.' : 'We send a 6-digit code to your phone.'}</p>
  )
}

interface ResendProps {
  readonly sent: SentCode
  readonly isSending: boolean
  readonly onSend: () => void
  readonly onExpired: () => void
}

function Resend({ sent, isSending, onSend, onExpired }: ResendProps) {
  const leftSeconds = useCountdown(sent.deadlineMs, onExpired)
  const waitSeconds = useCountdown(sent.resendAtMs)
  return (
    <p>
      It is valid for {leftSeconds} {leftSeconds === 1 ? 'second' : 'seconds'}.{' '}
      <Button size="compact-xs" variant="default" disabled={waitSeconds > 0} loading={isSending} onClick={onSend}>
        {waitSeconds > 0 ? `Send again in ${waitSeconds} s` : 'Send again'}
      </Button>
    </p>
  )
}
