// The looks saved for a tool as items of a menu: apply one, save this one, and begin new drawings with it.
import { drawingTools, isDrawingTool, type Drawing, type StockTools } from '@clubfolio/charts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ColorMark, WidthMark, widthOf } from './drawing-items.tsx'
import { drawingColor } from '@clubfolio/charts'
import classes from './drawing-bar.module.css'
import { lookOf, styleOf, type TemplateState } from './use-drawing-templates.ts'

export interface TemplateItemsProps {
  readonly drawing: Drawing
  readonly tools: StockTools
  readonly templates: TemplateState
  /** Asks for the name of a new template. */
  readonly onName: (drawingId: string) => void
}

export function TemplateItems({ drawing, tools, templates, onName }: TemplateItemsProps) {
  const { tool } = drawing
  if (!isDrawingTool(tool)) return null
  const saved = templates.of(tool)
  const { title } = drawingTools[tool]
  return (
    <>
      {saved.map(({ name, style }) => {
        const look = lookOf(style) ?? {}
        const sample = { ...drawing, style: look }
        return (
          <div key={name} className={classes['template']}>
            <Menu.Item onClick={() => tools.change(drawing.id, { style: look })}>
              <span className={classes['choice']}>
                <ColorMark color={drawingColor(sample)} />
                <WidthMark px={widthOf(sample)} />
                {name}
              </span>
            </Menu.Item>
            <ActionIcon
              size={28}
              aria-label={`Delete the template ${name}`}
              onClick={() => templates.forget(tool, name)}
            >
              <IconTrash size={14} stroke={1.6} />
            </ActionIcon>
          </div>
        )
      })}
      {saved.length > 0 ? <Menu.Divider /> : null}
      <Menu.Item disabled={templates.whyFull !== undefined} onClick={() => onName(drawing.id)}>
        Save this look as a template
      </Menu.Item>
      {templates.whyFull === undefined ? null : <Menu.Label>{templates.whyFull}</Menu.Label>}
      <Menu.Item onClick={() => templates.setDefault(tool, styleOf(drawing))}>
        {`Begin each ${title} with this look`}
      </Menu.Item>
      {templates.defaultOf(tool) === undefined ? null : (
        <Menu.Item onClick={() => templates.setDefault(tool, undefined)}>{`Begin each ${title} as usual`}</Menu.Item>
      )}
    </>
  )
}
