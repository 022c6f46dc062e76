// The save state of the user's drawings in one quiet line: when they were saved, or where they are kept, or why
// neither, with the remedy.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowsJoin2, IconDeviceFloppy, IconDevicesPause, type Icon } from '@tabler/icons-react'
import { formatTime } from '../../ui/format/date.ts'
import classes from './chart.module.css'
import type { WorkspaceState } from './use-workspace.ts'

export interface WorkspaceStatusProps {
  readonly state: WorkspaceState
  readonly onSave: () => void
}

export function WorkspaceStatus({ state, onSave }: WorkspaceStatusProps) {
  switch (state.kind) {
    case 'unloaded':
      return (
        <Trouble words="Your drawings could not be loaded" why={state.why} action="Load again" onAction={state.retry} />
      )
    case 'failed':
      return <Trouble words="Not saved" why={state.why} action="Save now" onAction={onSave} />
    case 'newer':
      return (
        <Trouble
          words="Saved by a newer version"
          why="The saved drawings of this chart cannot be read here and stay untouched."
        />
      )
    case 'kept':
      return (
        <Line
          icon={IconDevicesPause}
          words="Kept on this device, sent when the connection returns"
          why="You can close this page or open another chart. Signing out deletes what was not sent."
        />
      )
    case 'merged':
      return (
        <Line
          icon={IconArrowsJoin2}
          words={`Merged with changes from another tab ${formatTime(state.atMs, false)}`}
          why="Another tab or device has saved this chart. The changes of both are kept."
        />
      )
    case 'saving':
      return <Line icon={IconDeviceFloppy} words="Saving" why={whenSaved} />
    case 'saved':
      return <Line icon={IconDeviceFloppy} words={`Saved ${formatTime(state.atMs, false)}`} why={whenSaved} />
    case 'idle':
      return <Line icon={IconDeviceFloppy} words="Workspace" why={whenSaved} />
  }
}

const whenSaved = 'Saved every 10 seconds and on leaving'

interface LineProps {
  readonly icon: Icon
  readonly words: string
  readonly why: string
}

function Line({ icon: Mark, words, why }: LineProps) {
  return (
    <span className={classes['status']} role="status" aria-label="Workspace" title={why}>
      <Mark size={14} stroke={1.6} aria-hidden />
      {words}
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
    <span className={classes['status']} data-tone="warn" role="status" aria-label="Workspace" title={why}>
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
