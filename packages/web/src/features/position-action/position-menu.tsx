// The menu of a position: a button in its row, or a part of another screen, that opens the dialog of a chosen action.
import { formatCode } from '@clubfolio/domain'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { openPositionAction, type PositionActionChoice } from '../../kernel/position-action.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { actionChoices, choiceOfKey } from './action-choices.ts'
import classes from './position-action.module.css'

export interface PositionMenuProps {
  readonly accountNumber: string
  readonly code: string
  /** Why the account takes no orders; undefined where it does. */
  readonly whyOff?: string | undefined
}

/** On phones the button opens the sheet with all actions; elsewhere a menu, whose letters choose. */
export function PositionMenu({ accountNumber, code, whyOff }: PositionMenuProps) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  // The dialog of a chosen action takes the focus; without one it returns to the button.
  const [hasChosen, setChosen] = useState(false)
  const act = (choice: PositionActionChoice) => {
    setChosen(true)
    setOpen(false)
    openPositionAction({ accountNumber, code, choice })
  }
  const label = `Act on ${formatCode(code)}`
  if (whyOff !== undefined || isPhone)
    return (
      <DisabledReason reason={whyOff}>
        <ActionIcon
          size={isPhone ? 40 : 26}
          aria-label={label}
          onClick={() => openPositionAction({ accountNumber, code })}
        >
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </DisabledReason>
    )
  return (
    <Menu
      position="bottom-end"
      withinPortal
      opened={isOpen}
      returnFocus={!hasChosen}
      onChange={(opens) => {
        if (opens) setChosen(false)
        setOpen(opens)
      }}
    >
      <Menu.Target>
        <ActionIcon size={26} aria-label={label}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown
        onKeyDown={(event) => {
          const choice = choiceOfKey(event)
          if (!choice) return
          event.stopPropagation()
          act(choice)
        }}
      >
        {actionChoices.map(({ choice, label: words, key, icon: Mark }) => (
          <Menu.Item
            key={choice}
            leftSection={<Mark size={15} stroke={1.6} aria-hidden />}
            rightSection={
              <kbd className={classes['key']} aria-hidden>
                {key.toUpperCase()}
              </kbd>
            }
            aria-keyshortcuts={key.toUpperCase()}
            onClick={() => act(choice)}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
