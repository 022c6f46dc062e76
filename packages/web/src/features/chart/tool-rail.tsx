// The tools on the chart's left edge: pointer, one menu per group, zoom, levels, annotations on and off, delete.
import { keysOf } from '@clubfolio/domain'
import { toolGroups, drawingTools, type DrawingTool, type ToolGroup, type ZoomMode } from '@clubfolio/charts'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowForwardUp,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconLine,
  IconPointer,
  IconRulerMeasure,
  IconShape,
  IconTag,
  IconTimeline,
  IconTrash,
  IconZoomInArea,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SetLevel } from './levels.ts'
import classes from './tool-rail.module.css'
import { redoKeys, undoKeys } from './use-drawing-keys.ts'
import type { LoadedTools } from './use-stock-tools.ts'

const groupIcons: Readonly<Record<ToolGroup, Icon>> = {
  lines: IconLine,
  crooked: IconTimeline,
  flags: IconFlag,
  labels: IconTag,
  shapes: IconShape,
  measure: IconRulerMeasure,
}
const zooms: readonly { readonly mode: ZoomMode; readonly title: string }[] = [
  { mode: 'zoomX', title: 'Zoom into a time' },
  { mode: 'zoomY', title: 'Zoom into a price range' },
  { mode: 'zoomXY', title: 'Zoom into both' },
]

export interface ToolRailProps {
  readonly loaded: LoadedTools | undefined
  /** Tools that place a text prompt for it first. */
  readonly onStart: (tool: DrawingTool) => void
  readonly picking: SetLevel | undefined
  readonly onPick: (name: SetLevel | undefined) => void
  readonly onDeleteAll: () => void
}

export function ToolRail({ loaded, onStart, picking, onPick, onDeleteAll }: ToolRailProps) {
  const { tools, state } = loaded ?? {}
  const count = state?.drawings.length ?? 0
  const isOff = tools === undefined
  return (
    <div className={classes['rail']} role="toolbar" aria-label="Drawing tools" aria-orientation="vertical">
      <RailButton
        icon={IconPointer}
        label="Select and move"
        isPressed={state?.active === undefined && picking === undefined}
        isDisabled={isOff}
        onClick={() => {
          tools?.cancel()
          onPick(undefined)
        }}
      />
      {toolGroups.map(({ group, title }) => {
        const members = keysOf(drawingTools).filter((tool) => drawingTools[tool].group === group)
        return (
          <RailMenu
            key={group}
            icon={groupIcons[group]}
            label={title}
            isPressed={members.some((tool) => tool === state?.active)}
            isDisabled={isOff}
          >
            {members.map((tool) => (
              <Menu.Item key={tool} onClick={() => onStart(tool)}>
                {drawingTools[tool].title}
              </Menu.Item>
            ))}
          </RailMenu>
        )
      })}
      <RailMenu
        icon={IconZoomInArea}
        label="Zoom change"
        isPressed={zooms.some(({ mode }) => mode === state?.active) || state?.hasPriceZoom === true}
        isDisabled={isOff}
      >
        {zooms.map(({ mode, title }) => (
          <Menu.Item key={mode} onClick={() => void tools?.startZoom(mode)}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={state?.hasPriceZoom !== true} onClick={() => tools?.resetZoom()}>
          Let the prices fit again
        </Menu.Item>
      </RailMenu>
      <span className={classes['line']} aria-hidden />
      <RailButton
        icon={IconArrowBarToUp}
        label="Draw the resistance"
        isPressed={picking === 'resistance'}
        onClick={() => onPick(picking === 'resistance' ? undefined : 'resistance')}
      />
      <RailButton
        icon={IconArrowBarToDown}
        label="Draw the support"
        isPressed={picking === 'support'}
        onClick={() => onPick(picking === 'support' ? undefined : 'support')}
      />
      <span className={classes['gap']} aria-hidden />
      <RailButton
        icon={IconArrowBackUp}
        label="Undo"
        keys={undoKeys}
        isDisabled={state?.canUndo !== true}
        onClick={() => tools?.undo()}
      />
      <RailButton
        icon={IconArrowForwardUp}
        label="Redo"
        keys={redoKeys}
        isDisabled={state?.canRedo !== true}
        onClick={() => tools?.redo()}
      />
      <RailButton
        icon={state?.isVisible === false ? IconEyeOff : IconEye}
        label={state?.isVisible === false ? 'Show annotations' : 'Hide annotations'}
        isPressed={state?.isVisible === false}
        isDisabled={isOff}
        onClick={() => tools?.setVisible(state?.isVisible === false)}
      />
      <RailMenu icon={IconTrash} label="Annotations" isPressed={false} isDisabled={isOff || count === 0}>
        <Menu.Item onClick={() => tools?.selectNext(1)}>Select the next</Menu.Item>
        <Menu.Item onClick={() => tools?.selectNext(-1)}>Select the one before</Menu.Item>
        <Menu.Divider />
        <Menu.Item
          disabled={state?.selectedId === undefined}
          onClick={() => {
            if (state?.selectedId !== undefined) tools?.remove(state.selectedId)
          }}
        >
          Delete the selected (Del)
        </Menu.Item>
        <Menu.Item onClick={onDeleteAll}>Delete all {count}</Menu.Item>
      </RailMenu>
    </div>
  )
}

interface RailButtonProps {
  readonly icon: Icon
  readonly label: string
  /** The shortcut, which the tooltip shows. */
  readonly keys?: string
  /** Undefined for a button that is not a switch. */
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function RailButton({ icon: Mark, label, keys, isPressed, isDisabled = false, onClick }: RailButtonProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`} position="right">
      <ActionIcon
        size={32}
        variant={isPressed ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isPressed}
        disabled={isDisabled}
        onClick={onClick}
      >
        <Mark size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function RailMenu({
  icon: Mark,
  label,
  isPressed,
  isDisabled,
  children,
}: Omit<RailButtonProps, 'onClick' | 'keys'> & { readonly children: ReactNode }) {
  return (
    <Menu position="right-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          size={32}
          variant={isPressed ? 'light' : 'subtle'}
          aria-label={label}
          title={label}
          disabled={isDisabled ?? false}
        >
          <Mark size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
