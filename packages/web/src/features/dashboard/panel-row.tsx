// A row of panels whose order is the user's own: while arranging, panels are dragged or moved by their arrow buttons, and the
// order is kept in the preferences.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { moveTo, orderOf } from './arrangement.ts'
import classes from './dashboard.module.css'

export interface RowPanel<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly content: ReactNode
}

export interface PanelRowProps<Name extends string> {
  /** The preference that keeps the order. */
  readonly preference: string
  readonly className: string
  readonly panels: readonly RowPanel<Name>[]
  readonly isArranging: boolean
}

const none: string[] = []

export function PanelRow<Name extends string>({ preference, className, panels, isArranging }: PanelRowProps<Name>) {
  const [stored, setStored] = usePreference(preference, none, isTextList)
  const [dragged, setDragged] = useState<Name>()
  const order = orderOf(stored, panels.map(({ name }) => name))
  const move = (name: Name, place: number) => setStored([...moveTo(order, name, place)])
  return (
    <div className={className}>
      {order.map((name, place) => {
        const panel = panels.find((one) => one.name === name)!
        return (
          <div
            key={name}
            className={classes['place']}
            data-panel={name}
            {...(isArranging
              ? {
                  draggable: true,
                  'data-arranging': true,
                  'data-dragged': dragged === name || undefined,
                  onDragStart: (event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    setDragged(name)
                  },
                  onDragOver: (event) => dragged !== undefined && event.preventDefault(),
                  onDrop: (event) => {
                    event.preventDefault()
                    if (dragged !== undefined) move(dragged, place)
                  },
                  onDragEnd: () => setDragged(undefined),
                }
              : {})}
          >
            <div className={classes['content']} inert={isArranging}>
              {panel.content}
            </div>
            {isArranging ? (
              <div className={classes['handles']} role="group" aria-label={`Place of ${panel.title}`}>
                <ActionIcon variant="default" aria-label={`Move ${panel.title} left`} disabled={place === 0} onClick={() => move(name, place - 1)}>
                  <IconChevronLeft size={16} stroke={1.6} />
                </ActionIcon>
                <span className={classes['handle']}>
                  <IconGripVertical size={14} stroke={1.6} aria-hidden />
                  {panel.title}
                </span>
                <ActionIcon variant="default" aria-label={`Move ${panel.title} right`} disabled={place === order.length - 1} onClick={() => move(name, place + 1)}>
                  <IconChevronRight size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}
