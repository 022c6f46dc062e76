// A new API token or the secret of a webhook, shown once. Closing forgets it.
import { Button, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import classes from './profile.module.css'

export interface MadeTokenModalProps {
  readonly token: string
  readonly title?: string
  readonly label?: string
  readonly onClose: () => void
}

export function MadeTokenModal({
  token,
  title = 'Your new API token',
  label = 'API token',
  onClose,
}: MadeTokenModalProps) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      setOutcome('Copied.')
    } catch {
      // Without permission, or on a page without https.
      setOutcome('Your browser does not allow copying here. Select the token and copy it.')
    }
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      icon={IconKey}
      size="medium"
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
          <Button data-autofocus onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      }
    >
      <div className={classes['form']}>
        <p>Copy it now and keep it like a password. It is not shown again.</p>
        <TextInput
          label={label}
          value={token}
          readOnly
          classNames={{ input: classes['token'] ?? '' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={classes['note']} role="status">
          {outcome}
        </p>
      </div>
    </Modal>
  )
}
