// Everything that can be done with a position, one row each, with its key.
import { UnstyledButton } from '@mantine/core'
import type { PositionActionChoice } from '../../kernel/position-action.ts'
import { actionChoices } from './action-choices.ts'
import classes from './position-action.module.css'

export interface ChoiceListProps {
  /** Names the position: "100 ACME". */
  readonly label: string
  readonly onChoose: (choice: PositionActionChoice) => void
}

export function ChoiceList({ label, onChoose }: ChoiceListProps) {
  return (
    <ul className={classes['choices']} aria-label={`Actions on ${label}`}>
      {actionChoices.map(({ choice, label: words, key, icon: Mark }, index) => (
        <li key={choice}>
          <UnstyledButton
            className={classes['choice']}
            aria-keyshortcuts={key.toUpperCase()}
            data-autofocus={index === 0 || undefined}
            onClick={() => onChoose(choice)}
          >
            <Mark size={16} stroke={1.6} aria-hidden />
            {words}
            <kbd aria-hidden>{key.toUpperCase()}</kbd>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
