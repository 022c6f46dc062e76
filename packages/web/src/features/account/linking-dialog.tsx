// Shown while the owner is on the broker's page: what to do there, a link to the page if its window is gone, and
// Cancel.
import { Anchor, Button, Loader } from '@mantine/core'
import { IconExternalLink, IconLink } from '@tabler/icons-react'
import { Modal } from '../../ui/modal.tsx'
import classes from './account.module.css'
import type { Attempt } from './use-linking.ts'

export interface LinkingDialogProps {
  readonly attempt: Attempt | undefined
  readonly onCancel: () => void
}

export function LinkingDialog({ attempt, onCancel }: LinkingDialogProps) {
  if (!attempt) return null
  const { renewing, step, authoriseUrl, isBlocked } = attempt
  return (
    <Modal
      isOpen
      onClose={onCancel}
      title={renewing ? 'Renew access' : 'Link accounts'}
      {...(renewing ? { subject: renewing.number } : {})}
      icon={IconLink}
      foot={
        <Button variant="default" onClick={onCancel} disabled={step === 'saving'} data-autofocus>
          Cancel
        </Button>
      }
    >
      <div className={classes['linking']} role="status">
        <Loader size={16} aria-hidden />
        <p>{wordsOf(step, isBlocked)}</p>
      </div>
      {step === 'waiting' && authoriseUrl ? (
        <p className={classes['again']}>
          {isBlocked ? 'Your browser did not allow a second window. ' : 'The window is gone or stayed empty? '}
          <Anchor underline="always" href={authoriseUrl} target="clubfolio-broker" rel="opener">
            Open the page of the brokerage <IconExternalLink size={13} stroke={1.6} aria-hidden />
          </Anchor>
        </p>
      ) : null}
    </Modal>
  )
}

function wordsOf(step: Attempt['step'], isBlocked: boolean): string {
  if (step === 'asking') return 'Preparing the page of the brokerage.'
  if (step === 'saving') return 'Access granted. Reading the accounts at the brokerage.'
  return isBlocked
    ? 'Sign in at the brokerage, choose the accounts and allow the access. This takes at most ten minutes.'
    : 'Sign in at the brokerage in the window that opened, choose the accounts and allow the access. You have ten ' +
        'minutes.'
}
