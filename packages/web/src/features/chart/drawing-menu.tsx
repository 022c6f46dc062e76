// The menu of a right click on the chart, or of the menu key: what can be done with the drawing there, and what was
// done last.
import { drawingColor, hasOwnText, type Drawing, type MenuRequest } from '@clubfolio/charts'
import type { AlertTerms } from '@clubfolio/contract'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBellPlus,
  IconEye,
  IconEyeOff,
  IconLetterCase,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import classes from './drawing-bar.module.css'
import { ColorItems, ColorMark, WidthItems, WidthMark, widthOf } from './drawing-items.tsx'
import { redoKeys, undoKeys } from './use-drawing-keys.ts'
import { TemplateItems } from './template-items.tsx'
import type { TemplateState } from './use-drawing-templates.ts'
import type { LoadedTools } from './use-stock-tools.ts'

export interface DrawingMenuProps {
  readonly loaded: LoadedTools
  readonly request: MenuRequest
  readonly onClose: () => void
  /** Asks for another text of the drawing. */
  readonly onText: (drawingId: string) => void
  readonly onDeleteAll: () => void
  /** Returns the alert on a drawing; undefined where there is none to set. */
  readonly alertOn: (drawing: Drawing | undefined) => AlertTerms | undefined
  readonly onAlert: (terms: AlertTerms, drawingId: string) => void
  readonly templates: TemplateState
  /** Asks for the name of a new template. */
  readonly onName: (drawingId: string) => void
}

const icon = { size: 16, stroke: 1.6 }
const keys = (shown: string) => <span className={classes['keys']}>{shown}</span>

export function DrawingMenu({
  loaded,
  request,
  onClose,
  onText,
  onDeleteAll,
  alertOn,
  onAlert,
  templates,
  onName,
}: DrawingMenuProps) {
  const { tools, state } = loaded
  const drawing = state.drawings.find(({ id }) => id === request.drawingId)
  const count = state.drawings.length
  const alert = alertOn(drawing)
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      position="bottom-start"
      offset={2}
      withinPortal={false}
    >
      <Menu.Target>
        <span
          role="button"
          aria-label="Menu of the chart"
          className={classes['place']}
          style={{ left: request.clientX, top: request.clientY }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={drawing ? 'Drawing' : 'Chart'}>
        {drawing ? (
          <>
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<ColorMark color={drawingColor(drawing)} />}>Color</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                <ColorItems drawing={drawing} tools={tools} />
              </Menu.Sub.Dropdown>
            </Menu.Sub>
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<WidthMark px={widthOf(drawing)} />}>Width</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                <WidthItems drawing={drawing} tools={tools} />
              </Menu.Sub.Dropdown>
            </Menu.Sub>
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconTemplate {...icon} />}>Templates</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                <TemplateItems drawing={drawing} tools={tools} templates={templates} onName={onName} />
              </Menu.Sub.Dropdown>
            </Menu.Sub>
            {hasOwnText(drawing.tool) ? (
              <Menu.Item leftSection={<IconLetterCase {...icon} />} onClick={() => onText(drawing.id)}>
                Change the text
              </Menu.Item>
            ) : null}
            {alert && drawing ? (
              <Menu.Item leftSection={<IconBellPlus {...icon} />} onClick={() => onAlert(alert, drawing.id)}>
                Alert when the price crosses
              </Menu.Item>
            ) : null}
            <Menu.Item
              leftSection={<IconTrash {...icon} />}
              rightSection={keys('Del')}
              onClick={() => tools.remove(drawing.id)}
            >
              Delete
            </Menu.Item>
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item
          leftSection={<IconArrowBackUp {...icon} />}
          rightSection={keys(undoKeys)}
          disabled={!state.canUndo}
          onClick={tools.undo}
        >
          Undo
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowForwardUp {...icon} />}
          rightSection={keys(redoKeys)}
          disabled={!state.canRedo}
          onClick={tools.redo}
        >
          Redo
        </Menu.Item>
        {drawing ? null : (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={state.isVisible ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
              onClick={() => tools.setVisible(!state.isVisible)}
            >
              {state.isVisible ? 'Hide annotations' : 'Show annotations'}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash {...icon} />} disabled={count === 0} onClick={onDeleteAll}>
              Delete all {count}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
