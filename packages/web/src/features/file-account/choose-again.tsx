// A button that asks for one statement file: this page was reloaded since it was sent, so it has to be chosen again.
import { Button, FileButton } from '@mantine/core'
import { statementFileTypes } from './statement-file-types.ts'

export interface ChooseAgainProps {
  readonly words: string
  readonly onChoose: (file: File) => void
}

export function ChooseAgain({ words, onChoose }: ChooseAgainProps) {
  return (
    <FileButton accept={statementFileTypes} onChange={(file) => file && onChoose(file)}>
      {(props) => (
        <Button variant="default" {...props}>
          {words}
        </Button>
      )}
    </FileButton>
  )
}
