// Changes the phone number: the password, then a code sent to the new number. The old one stays until the code is
// entered.
import { profileRoutes, type MyProfile } from '@clubfolio/contract'
import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { CodeInput, codeLength } from '../../ui/code-input.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useChangePhone, useConfirmPhone, type PhoneForm } from './api.ts'
import classes from './profile.module.css'

const { body } = profileRoutes.changeMyPhone

export function PhonePanel({ profile }: { readonly profile: MyProfile }) {
  const [deadlineMs, setDeadlineMs] = useState<number>()
  const form = useCheckedForm<PhoneForm>({
    initialValues: { phoneNumber: '', password: '' },
    schema: body,
    refusalFields: { wrongPassword: 'password' },
  })
  const change = useChangePhone(setDeadlineMs)
  return (
    <Panel title="Phone" isPadded>
      <p className={classes['now']}>
        Codes go to <strong>{profile.phoneNumber}</strong>.
      </p>
      {deadlineMs === undefined ? (
        <form
          className={classes['form']}
          noValidate
          aria-label="Phone"
          onSubmit={form.submit((values) => change.mutateAsync(values))}
        >
          <FieldPair>
            <TextInput
              label="New phone number"
              type="tel"
              autoComplete="off"
              placeholder="+1 212 555 0123"
              {...form.textField('phoneNumber')}
            />
            <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
          </FieldPair>
          <p className={classes['note']}>
            A code goes to the new number. When you enter it, all your sessions end and your e-mail address is notified.
          </p>
          <FormFoot submit="Send code" openCount={form.openCount} isSubmitting={change.isPending} />
        </form>
      ) : (
        <CodeForm
          key={deadlineMs}
          deadlineMs={deadlineMs}
          phoneNumber={form.values.phoneNumber}
          isSending={change.isPending}
          onSendAgain={form.submit((values) => change.mutateAsync(values))}
          onEnd={() => setDeadlineMs(undefined)}
        />
      )}
    </Panel>
  )
}

interface CodeFormProps {
  readonly deadlineMs: number
  readonly phoneNumber: string
  readonly isSending: boolean
  readonly onSendAgain: () => void
  /** Back to the number: the user cancelled, or the code is no longer valid. */
  readonly onEnd: () => void
}

function CodeForm({ deadlineMs, phoneNumber, isSending, onSendAgain, onEnd }: CodeFormProps) {
  const [code, setCode] = useState('')
  const confirm = useConfirmPhone((isDead) => {
    setCode('')
    if (isDead) onEnd()
  })
  const leftSeconds = useCountdown(deadlineMs, () => {
    if (confirm.isPending || confirm.isSuccess) return
    showToast({ tone: 'info', title: 'Notification', message: 'Confirmation code has been expired' })
    onEnd()
  })
  const isComplete = code.length >= codeLength
  return (
    <form
      className={classes['form']}
      aria-label="Phone"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !confirm.isPending) confirm.mutate(code)
      }}
    >
      <p>
        Check <strong>{phoneNumber}</strong> for a text message with a 6-digit code. It is valid for{' '}
        <strong>
          {leftSeconds} {leftSeconds === 1 ? 'second' : 'seconds'}
        </strong>
        .
      </p>
      <div className={classes['code']}>
        <CodeInput label="Code received" value={code} onChange={setCode} />
      </div>
      <div className={classes['foot']}>
        <UnstyledButton className={classes['link']} disabled={isSending} onClick={onSendAgain}>
          Send again
        </UnstyledButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
        <DisabledReason reason={isComplete ? undefined : 'Enter all six digits of the code'}>
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </DisabledReason>
      </div>
    </form>
  )
}
