// Asks for the percents of a retracement.
import { Button, Group, TextInput } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'
import { levelText, readLevels } from './drawing-templates.ts'

export interface LevelsDialogProps {
  readonly levels: readonly number[] | undefined
  readonly onClose: () => void
  readonly onLevels: (levels: readonly number[]) => void
}

export function LevelsDialog({ levels, onClose, onLevels }: LevelsDialogProps) {
  const [text, setText] = useState(() => levelText(levels))
  const read = readLevels(text)
  const fault = 'fault' in read ? read.fault : undefined
  return (
    <Modal isOpen onClose={onClose} title="Levels of the retracement" icon={IconListNumbers}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if ('levels' in read) onLevels(read.levels)
        }}
      >
        <TextInput
          label="Percents"
          data-autofocus
          value={text}
          error={fault}
          description="Separate them with commas. 0 is at the second point, 100 at the first."
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="space-between" mt="md">
          <Button variant="subtle" onClick={() => setText(levelText())}>
            Usual levels
          </Button>
          <Group>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <DisabledReason reason={fault}>
              <Button type="submit">Change</Button>
            </DisabledReason>
          </Group>
        </Group>
      </form>
    </Modal>
  )
}
