// A row of panels in the user's own order: while arranging, panels are dragged or moved by their arrow buttons, and the
// order is stored in the preferences. The buttons serve touch and keyboard; the pressed one keeps the focus.
import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { Panel } from '../../ui/panel.tsx'
import { moveTo, panelOrder } from './arrangement.ts'
import classes from './dashboard.module.css'
import { NearView } from './near-view.tsx'

export interface RowPanel<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly content: ReactNode
}

export interface PanelRowProps<Name extends string> {
  /** The preference that stores the order. */
  readonly preference: string
  readonly className: string
  readonly panels: readonly RowPanel<Name>[]
  readonly isArranging: boolean
  /** Number of panels on the first screen of a phone, or that would move it; the others wait for the user to scroll. */
  readonly onFirstScreen: number
}

const none: string[] = []

type Step = 'earlier' | 'later'

export function PanelRow<Name extends string>({
  preference,
  className,
  panels,
  isArranging,
  onFirstScreen,
}: PanelRowProps<Name>) {
  const [stored, setStored] = usePreference(preference, none, isTextList)
  const [dragged, setDragged] = useState<Name>()
  const order = panelOrder(
    stored,
    panels.map(({ name }) => name),
  )
  const row = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ readonly name: Name; readonly step: Step }>()
  const move = (name: Name, place: number) => setStored([...moveTo(order, name, place)])
  const step = (name: Name, to: Step) => {
    move(name, order.indexOf(name) + (to === 'earlier' ? -1 : 1))
    setMoved({ name, step: to })
  }
  // Moving a panel in the DOM drops its focus; at either end the button of the opposite direction receives it.
  useLayoutEffect(() => {
    if (!moved) return
    const buttons = [moved.step, moved.step === 'earlier' ? 'later' : 'earlier'].map((one) =>
      row.current?.querySelector<HTMLButtonElement>(`[data-panel="${moved.name}"] [data-step="${one}"]`),
    )
    buttons.find((button) => button && !button.disabled)?.focus()
  }, [moved])
  const movedPanel = moved && panels.find(({ name }) => name === moved.name)
  return (
    <div ref={row} className={className}>
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
              {place === 0 && onFirstScreen > 0 ? (
                panel.content
              ) : (
                <NearView waiting={waiting(panel)} isNear={place < onFirstScreen}>
                  {panel.content}
                </NearView>
              )}
            </div>
            {isArranging ? (
              <div className={classes['handles']} role="group" aria-label={`Place of ${panel.title}`}>
                <ActionIcon
                  variant="default"
                  data-step="earlier"
                  aria-label={`Move ${panel.title} earlier`}
                  disabled={place === 0}
                  onClick={() => step(name, 'earlier')}
                >
                  <IconChevronLeft className={classes['step']} size={16} stroke={1.6} />
                </ActionIcon>
                <span className={classes['handle']}>
                  <IconGripVertical size={14} stroke={1.6} aria-hidden />
                  {panel.title}
                </span>
                <ActionIcon
                  variant="default"
                  data-step="later"
                  aria-label={`Move ${panel.title} later`}
                  disabled={place === order.length - 1}
                  onClick={() => step(name, 'later')}
                >
                  <IconChevronRight className={classes['step']} size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            ) : null}
          </div>
        )
      })}
      {isArranging && moved && movedPanel ? (
        <VisuallyHidden role="status">
          {movedPanel.title} is number {order.indexOf(moved.name) + 1} of {order.length}
        </VisuallyHidden>
      ) : null}
    </div>
  )
}

function waiting({ title }: Pick<RowPanel<string>, 'title'>): ReactNode {
  return (
    <Panel title={title} isFilling>
      <Skeleton height="100%" />
    </Panel>
  )
}
