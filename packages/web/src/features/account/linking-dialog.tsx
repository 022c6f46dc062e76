// Shown while the owner is on the broker's page: what to do there, that its window was closed, a link to the page, and
// Cancel.
import { Anchor, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconExternalLink, IconLink } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { accountName } from './account-label.ts'
import classes from './account.module.css'
import { popupName, type Attempt } from './use-linking.ts'

export interface LinkingDialogProps {
  readonly attempt: Attempt | undefined
  readonly onCancel: () => void
  /** Returns whether the window is open. */
  readonly onReopen: () => boolean
}

export function LinkingDialog({ attempt, onCancel, onReopen }: LinkingDialogProps) {
  if (!attempt) return null
  const { target, step, authoriseUrl, isBlocked } = attempt
  const isClosed = step === 'waiting' && attempt.isClosed === true
  const reopen = (event: MouseEvent) => {
    // Where the browser allows no window, the link itself opens the page.
    if (onReopen()) event.preventDefault()
  }
  return (
    <Modal
      isOpen
      onClose={onCancel}
      title={'renewing' in target ? 'Renew access' : 'Link accounts'}
      subject={'renewing' in target ? accountName(target.renewing) : target.brokerage.title}
      icon={IconLink}
      foot={
        <Button variant="default" onClick={onCancel} disabled={step === 'saving'} data-autofocus>
          Cancel
        </Button>
      }
    >
      <div className={classes['linking']} role="status">
        {isClosed ? <IconAlertTriangle size={16} stroke={1.6} aria-hidden /> : <Loader size={16} aria-hidden />}
        <p>{isClosed ? closedWords : wordsOf(step, isBlocked)}</p>
      </div>
      {step === 'waiting' && authoriseUrl ? (
        <p className={classes['again']}>
          {isClosed ? null : isBlocked ? 'Your browser did not allow a second window. ' : 'The window stayed empty? '}
          <Anchor underline="always" href={authoriseUrl} target={popupName} rel="opener" onClick={reopen}>
            Open the page of the brokerage <IconExternalLink size={13} stroke={1.6} aria-hidden />
          </Anchor>
        </p>
      ) : null}
    </Modal>
  )
}

const closedWords =
  'The window of the brokerage was closed. Open it again or cancel. If you still see it, continue there: the ' +
  'accounts are linked all the same.'

function wordsOf(step: Attempt['step'], isBlocked: boolean): string {
  if (step === 'asking') return 'Preparing the page of the brokerage.'
  if (step === 'saving') return 'Access granted. Reading the accounts at the brokerage.'
  return isBlocked
    ? 'Sign in at the brokerage, choose the accounts and allow the access. This takes at most ten minutes.'
    : 'Sign in at the brokerage in the window that opened, choose the accounts and allow the access. You have ten ' +
        'minutes.'
}
