// A bar over the chart while a drawing is selected: its colour, its width, its text, and delete. The way to these
// without a right click: by touch and by keyboard. It hides while the chart waits for a point, which it would cover.
import {
  drawingColor,
  drawingColors,
  drawingTools,
  drawingWidths,
  hasOwnText,
  isDrawingTool,
  type Drawing,
} from '@clubfolio/charts'
import type { AlertTerms } from '@clubfolio/contract'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBellPlus,
  IconBellRinging,
  IconLetterCase,
  IconListNumbers,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './drawing-bar.module.css'
import { ColorItems, ColorMark, WidthItems, WidthMark, widthOf } from './drawing-items.tsx'
import { TemplateItems } from './template-items.tsx'
import type { TemplateState } from './use-drawing-templates.ts'
import type { LoadedTools } from './use-stock-tools.ts'

export interface DrawingBarProps {
  readonly loaded: LoadedTools | undefined
  /** The next click on the prices sets a level. */
  readonly isPicking: boolean
  /** Asks for another text of the drawing. */
  readonly onText: (drawingId: string) => void
  /** The bar goes away together with the control that had the focus. */
  readonly onLeave: () => void
  /** Returns the alert on a drawing; undefined where there is none to set. */
  readonly alertOn: (drawing: Drawing | undefined) => AlertTerms | undefined
  readonly onAlert: (terms: AlertTerms, drawingId: string) => void
  /** How many active alerts move with a drawing. */
  readonly alertCount: (drawingId: string) => number
  readonly templates: TemplateState
  /** Asks for the name of a new template. */
  readonly onName: (drawingId: string) => void
  /** Asks for the percents of a retracement. */
  readonly onLevels: (drawingId: string) => void
}

export function DrawingBar({
  loaded,
  isPicking,
  onText,
  onLeave,
  alertOn,
  onAlert,
  alertCount,
  templates,
  onName,
  onLevels,
}: DrawingBarProps) {
  const drawing = loaded?.state.drawings.find(({ id }) => id === loaded.state.selectedId)
  if (loaded === undefined || drawing === undefined || !isDrawingTool(drawing.tool)) return null
  if (isPicking || loaded.state.active !== undefined) return null
  const { tools } = loaded
  const { title } = drawingTools[drawing.tool]
  const color = drawingColor(drawing)
  const width = widthOf(drawing)
  const alert = alertOn(drawing)
  const alerts = alertCount(drawing.id)
  const alertLabel =
    'Alert when the price crosses' +
    (alerts === 0 ? '' : alerts === 1 ? '; one moves with the drawing' : `; ${alerts} move with the drawing`)
  const remove = () => {
    tools.remove(drawing.id)
    onLeave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      tools.select(undefined)
      onLeave()
    } else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes['bar']} role="toolbar" aria-label={`Selected drawing: ${title}`} onKeyDown={onKeyDown}>
      <span className={classes['name']} aria-hidden>
        {title}
      </span>
      <BarMenu label={`Color: ${drawingColors[color]}`} mark={<ColorMark color={color} />}>
        <ColorItems drawing={drawing} tools={tools} />
      </BarMenu>
      <BarMenu
        label={`Width: ${drawingWidths.find(({ px }) => px === width)?.title ?? `${width} px`}`}
        mark={<WidthMark px={width} />}
      >
        <WidthItems drawing={drawing} tools={tools} />
      </BarMenu>
      <BarMenu label="Templates" mark={<IconTemplate size={16} stroke={1.6} />}>
        <TemplateItems drawing={drawing} tools={tools} templates={templates} onName={onName} />
      </BarMenu>
      {drawing.tool === 'fibonacci' ? (
        <ActionIcon size={28} aria-label="Levels" title="Levels" onClick={() => onLevels(drawing.id)}>
          <IconListNumbers size={16} stroke={1.6} />
        </ActionIcon>
      ) : null}
      {hasOwnText(drawing.tool) ? (
        <ActionIcon size={28} aria-label="Change the text" title="Change the text" onClick={() => onText(drawing.id)}>
          <IconLetterCase size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
      {alert ? (
        <ActionIcon size={28} aria-label={alertLabel} title={alertLabel} onClick={() => onAlert(alert, drawing.id)}>
          {alerts === 0 ? <IconBellPlus size={16} stroke={1.6} /> : <IconBellRinging size={16} stroke={1.6} />}
        </ActionIcon>
      ) : null}
      <ActionIcon size={28} aria-label="Delete the drawing" title="Delete (Del)" onClick={remove}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}

interface BarMenuProps {
  readonly label: string
  readonly mark: ReactNode
  readonly children: ReactNode
}

function BarMenu({ label, mark, children }: BarMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={label} title={label}>
          {mark}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
