// The button that opens the dialog which closes a whole account.
import type { Account } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { FlattenDialog } from './flatten-dialog.tsx'

export interface FlattenButtonProps {
  readonly account: Account | undefined
  /** Why the account takes no orders; undefined where it does. */
  readonly whyOff: string | undefined
}

export function FlattenButton({ account, whyOff }: FlattenButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  return (
    <>
      <DisabledReason reason={whyOff}>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Close everything
        </Button>
      </DisabledReason>
      {isOpen ? <FlattenDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
