// Prompts for the text of a flag or label, before its place is clicked or when it changes.
import { drawingTools, type DrawingTool } from '@clubfolio/charts'
import { Button, Group, TextInput } from '@mantine/core'
import { IconTypography } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'

const longest = 40

export interface ToolTextDialogProps {
  readonly tool: DrawingTool
  /** The present text of a drawing; without it, the drawing is placed next. */
  readonly text?: string | undefined
  readonly onClose: () => void
  readonly onText: (text: string) => void
}

export function ToolTextDialog({ tool, text: present, onClose, onText }: ToolTextDialogProps) {
  const definition = drawingTools[tool]
  const [text, setText] = useState(present ?? definition.text ?? '')
  const trimmed = text.trim()
  return (
    <Modal isOpen onClose={onClose} title={definition.title} icon={IconTypography}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed !== '') onText(trimmed)
        }}
      >
        <TextInput
          label="Text"
          data-autofocus
          value={text}
          maxLength={longest}
          onChange={(event) => setText(event.currentTarget.value)}
          description={present === undefined ? 'Then click its place on the chart.' : undefined}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <DisabledReason reason={trimmed === '' ? 'Enter a text first' : undefined}>
            <Button type="submit">{present === undefined ? 'Place' : 'Change'}</Button>
          </DisabledReason>
        </Group>
      </form>
    </Modal>
  )
}
