// The save state of the user's drawings in one quiet line: when they were saved, or why not, with the remedy.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { formatTime } from '../../ui/format/date.ts'
import classes from './chart.module.css'
import type { WorkspaceState } from './use-workspace.ts'

export interface WorkspaceStatusProps {
  readonly state: WorkspaceState
  readonly onSave: () => void
}

export function WorkspaceStatus({ state, onSave }: WorkspaceStatusProps) {
  if (state.kind === 'unloaded')
    return (
      <Trouble words="Your drawings could not be loaded" why={state.why} action="Load again" onAction={state.retry} />
    )
  if (state.kind === 'failed') return <Trouble words="Not saved" why={state.why} action="Save now" onAction={onSave} />
  if (state.kind === 'newer')
    return (
      <Trouble
        words="Saved by a newer version"
        why="The saved drawings of this chart cannot be read here and stay untouched."
      />
    )
  return (
    <span className={classes['status']} role="status">
      <IconDeviceFloppy size={14} stroke={1.6} aria-hidden />
      Workspace{' '}
      {state.kind === 'saved' ? (
        <span title="Saved every 10 seconds and on leaving">Saved {formatTime(state.atMs, false)}</span>
      ) : null}
    </span>
  )
}

interface TroubleProps {
  readonly words: string
  readonly why: string
  readonly action?: string
  readonly onAction?: () => void
}

function Trouble({ words, why, action, onAction }: TroubleProps) {
  return (
    <span className={classes['status']} data-tone="warn" role="status" title={why}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
      {words}
      {action ? (
        <Button size="compact-xs" variant="default" onClick={onAction}>
          {action}
        </Button>
      ) : null}
    </span>
  )
}
