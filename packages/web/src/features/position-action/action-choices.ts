// What can be done with a position: the words and the key of each choice, in the order of menus.
import {
  IconArrowsExchange,
  IconArrowBarToUp,
  IconCircleHalf2,
  IconLock,
  IconPlus,
  IconRipple,
  IconTarget,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { PositionActionChoice } from '../../kernel/position-action.ts'

export interface ActionChoice {
  readonly choice: PositionActionChoice
  readonly label: string
  /** Pressed while the position's row or menu has the focus. */
  readonly key: string
  readonly icon: Icon
}

export const actionChoices: readonly ActionChoice[] = [
  { choice: 'CLOSE', label: 'Close', key: 'c', icon: IconX },
  { choice: 'CLOSE_HALF', label: 'Close half', key: 'h', icon: IconCircleHalf2 },
  { choice: 'REVERSE', label: 'Reverse', key: 'r', icon: IconArrowsExchange },
  { choice: 'ADD', label: 'Add', key: 'a', icon: IconPlus },
  { choice: 'MOVE_STOP', label: 'Move stop', key: 's', icon: IconArrowBarToUp },
  { choice: 'BREAK_EVEN', label: 'Stop to break-even', key: 'b', icon: IconLock },
  { choice: 'TRAIL_STOP', label: 'Trail stop', key: 't', icon: IconRipple },
  { choice: 'SET_TARGET', label: 'Set target', key: 'g', icon: IconTarget },
]

/** Returns the choice of a key pressed without a modifier; undefined for any other key. */
export function choiceOfKey(event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}): PositionActionChoice | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  return actionChoices.find(({ key }) => key === event.key.toLowerCase())?.choice
}

export const labelOf = (choice: PositionActionChoice): string =>
  actionChoices.find((one) => one.choice === choice)?.label ?? ''
