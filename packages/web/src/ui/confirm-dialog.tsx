// The dialog of a confirmation: question, consequence, where it is asked for the reason, cancel and accept.
import { Button, Modal as MantineModal, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './confirm.module.css'
import type { ConfirmQuestion } from './confirm.tsx'
import { useFrontDialog } from './use-front-dialog.ts'
import { DisabledReason } from './disabled-reason.tsx'

export interface ConfirmDialogProps extends ConfirmQuestion {
  /** Asks for the reason, with at most so many characters. */
  readonly longestReason?: number
  readonly answer: (isAccepted: boolean, reason?: string) => void
}

export function ConfirmDialog({
  question,
  consequence,
  accept = 'Yes',
  cancel = 'Cancel',
  isDanger = false,
  longestReason,
  answer,
}: ConfirmDialogProps) {
  const isInFront = useFrontDialog(true)
  const [typed, setTyped] = useState('')
  const asksWhy = longestReason !== undefined
  const reason = typed.trim()
  const isReady = !asksWhy || reason !== ''
  return (
    <MantineModal.Root opened onClose={() => answer(false)} size={440} centered zIndex={300} closeOnEscape={isInFront}>
      <MantineModal.Overlay />
      <MantineModal.Content>
        <MantineModal.Body className={classes['body']}>
          <MantineModal.Title className={classes['question']}>{question}</MantineModal.Title>
          {consequence ? <p className={classes['consequence']}>{consequence}</p> : null}
          {asksWhy ? (
            <TextInput
              className={classes['why']}
              label="Why"
              withAsterisk
              description="The history of the fund shows it."
              maxLength={longestReason}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && isReady && answer(true, reason)}
              data-autofocus
            />
          ) : null}
          <div className={classes['actions']}>
            <Button
              variant="default"
              onClick={() => answer(false)}
              data-autofocus={(isDanger && !asksWhy) || undefined}
            >
              {cancel}
            </Button>
            <DisabledReason reason={isReady ? undefined : 'Say why'}>
              <Button
                color={isDanger ? 'loss' : 'ink'}
                onClick={() => answer(true, reason)}
                data-autofocus={(!isDanger && !asksWhy) || undefined}
              >
                {accept}
              </Button>
            </DisabledReason>
          </div>
        </MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
