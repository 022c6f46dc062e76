// The file formats to create: PDF, Excel, CSV, at least one.
import type { ReportFormat } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Checkbox } from '@mantine/core'
import classes from './report.module.css'
import { formatLabels } from './schedule-words.ts'

export interface FormatFieldProps {
  readonly label: string
  readonly formats: readonly ReportFormat[]
  readonly onChange: (formats: ReportFormat[]) => void
}

export function FormatField({ label, formats, onChange }: FormatFieldProps) {
  return (
    <Checkbox.Group
      label={label}
      value={[...formats]}
      onChange={onChange}
      error={formats.length === 0 ? 'Choose at least one kind of file.' : undefined}
    >
      <div className={classes['radios']}>
        {keysOf(formatLabels).map((format) => (
          <Checkbox key={format} size="xs" value={format} label={formatLabels[format]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
