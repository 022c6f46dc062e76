// Prompts for the text of a flag or label before its place is clicked.
import { drawingTools, type DrawingTool } from '@clubfolio/charts'
import { Button, Group, TextInput } from '@mantine/core'
import { IconTypography } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'

const longest = 40

export interface ToolTextDialogProps {
  readonly tool: DrawingTool
  readonly onClose: () => void
  readonly onText: (text: string) => void
}

export function ToolTextDialog({ tool, onClose, onText }: ToolTextDialogProps) {
  const definition = drawingTools[tool]
  const [text, setText] = useState(definition.text ?? '')
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
          description="Then click its place on the chart."
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <DisabledReason reason={trimmed === '' ? 'Enter a text first' : undefined}>
            <Button type="submit">Place</Button>
          </DisabledReason>
        </Group>
      </form>
    </Modal>
  )
}
