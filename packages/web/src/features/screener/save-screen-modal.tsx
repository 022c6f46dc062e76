// Saves the criteria under a name, and whether they run after each market day.
import type { SavedScreen, ScreenCriteria } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useSaveScreen } from './api.ts'
import classes from './screener.module.css'

export interface SaveScreenModalProps {
  readonly criteria: ScreenCriteria
  readonly screen: SavedScreen | undefined
  readonly screens: readonly SavedScreen[]
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}

export function SaveScreenModal({ criteria, screen, screens, onClose, onSaved }: SaveScreenModalProps) {
  const formId = useId()
  const [name, setName] = useState(screen?.name ?? '')
  const [isDaily, setDaily] = useState(screen?.isDaily ?? false)
  const save = useSaveScreen()
  const written = name.trim()
  const isKnown = screens.some((other) => other.name === written)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Save screen"
      icon={IconFilter}
      foot={
        <FormFoot
          form={formId}
          submit={isKnown ? 'Save over it' : 'Save'}
          openCount={written === '' ? 1 : 0}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '') save.mutate({ name: written, criteria, isDaily }, { onSuccess: () => onSaved(written) })
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          description={isKnown ? 'The screen of this name will be replaced.' : undefined}
        />
        <div className={classes['daily']}>
          <p>Run it after each market day and notify me of what is new in it.</p>
          <Toggle label="Run daily" isOn={isDaily} onLabel="Yes" offLabel="No" onChange={setDaily} />
        </div>
      </form>
    </Modal>
  )
}
