// Asks for the name of a look that is saved for a tool.
import { drawingTools, type DrawingTool } from '@clubfolio/charts'
import { IconTemplate } from '@tabler/icons-react'
import { NameModal } from '../../ui/name-modal.tsx'

export interface TemplateNameDialogProps {
  readonly tool: DrawingTool
  readonly onName: (tool: DrawingTool, name: string) => void
  readonly onClose: () => void
}

export function TemplateNameDialog({ tool, onName, onClose }: TemplateNameDialogProps) {
  return (
    <NameModal
      title="Save template"
      subject={drawingTools[tool].title}
      icon={IconTemplate}
      name=""
      isSaving={false}
      onSave={(name) => {
        onName(tool, name)
        onClose()
        return Promise.resolve()
      }}
      onClose={onClose}
    />
  )
}
