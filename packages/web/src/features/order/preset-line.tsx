// The preset of the ticket's account in one line: what it fills, and how to change, clear or restore it. Without one
// the ticket offers to keep its own figures.
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { describePreset } from './order-preset.ts'
import classes from './order-ticket.module.css'
import type { PresetState } from './use-order-preset.ts'

export interface PresetLineProps {
  readonly state: PresetState
  readonly onEdit: () => void
}

export function PresetLine({ state: { preset, filled, restore, clear }, onEdit }: PresetLineProps) {
  return (
    <div className={classes['preset']}>
      {preset === undefined ? null : (
        <p className={classes['hint']} role="note" aria-label="Preset">
          {filled.size > 0 ? 'Preset: ' : 'Preset not used: '}
          {describePreset(preset)}
        </p>
      )}
      {preset === undefined ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size={14} stroke={1.8} />}
          onClick={onEdit}
        >
          Save as preset
        </Button>
      ) : (
        <>
          <Button variant="subtle" size="compact-sm" onClick={onEdit}>
            Edit preset
          </Button>
          {filled.size > 0 ? (
            <Button variant="subtle" size="compact-sm" onClick={clear}>
              Clear preset
            </Button>
          ) : (
            <Button variant="subtle" size="compact-sm" onClick={restore}>
              Use preset
            </Button>
          )}
        </>
      )}
    </div>
  )
}
