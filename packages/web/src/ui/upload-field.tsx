// The field of a form that sends one file: what was chosen, and why the last one was not taken.
import { ApiError } from '@clubfolio/contract'
import { FileInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'

export interface UploadFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Endings of files: ".csv,.zip". */
  readonly accept: string
  readonly file: File | null
  /** Also forgets the failure of the file before. */
  readonly onChoose: (file: File | null) => void
  readonly failure: Error | null
}

export function UploadField({ label, placeholder, accept, file, onChoose, failure }: UploadFieldProps) {
  return (
    <FileInput
      label={label}
      placeholder={placeholder}
      data-autofocus
      value={file}
      onChange={onChoose}
      accept={accept}
      leftSection={<IconUpload size={14} stroke={1.6} />}
      error={failure ? reasonOf(failure) : undefined}
    />
  )
}

const reasonOf = (error: Error): string =>
  error instanceof ApiError ? error.message : 'The file could not be read. Choose it again.'
