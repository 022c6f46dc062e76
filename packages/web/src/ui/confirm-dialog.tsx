// The dialog of a confirmation: question, consequence, cancel and accept.
import { Button, Modal as MantineModal } from '@mantine/core'
import classes from './confirm.module.css'
import type { ConfirmQuestion } from './confirm.tsx'
import { useFrontDialog } from './use-front-dialog.ts'

export interface ConfirmDialogProps extends ConfirmQuestion {
  readonly answer: (isAccepted: boolean) => void
}

export function ConfirmDialog({
  question,
  consequence,
  accept = 'Yes',
  cancel = 'Cancel',
  isDanger = false,
  answer,
}: ConfirmDialogProps) {
  const isInFront = useFrontDialog(true)
  return (
    <MantineModal.Root opened onClose={() => answer(false)} size={440} centered zIndex={300} closeOnEscape={isInFront}>
      <MantineModal.Overlay />
      <MantineModal.Content>
        <MantineModal.Body className={classes['body']}>
          <MantineModal.Title className={classes['question']}>{question}</MantineModal.Title>
          {consequence ? <p className={classes['consequence']}>{consequence}</p> : null}
          <div className={classes['actions']}>
            <Button variant="default" onClick={() => answer(false)} data-autofocus={isDanger || undefined}>
              {cancel}
            </Button>
            <Button
              color={isDanger ? 'loss' : 'ink'}
              onClick={() => answer(true)}
              data-autofocus={!isDanger || undefined}
            >
              {accept}
            </Button>
          </div>
        </MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
