// A status that is edited in place: mark and word open a menu of the other choices. Each change is saved at once.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './status-menu.module.css'
import { StatusMark, type StatusShape } from './status-mark.tsx'

export interface StatusChoice<Key extends string> {
  readonly key: Key
  readonly word: string
  readonly shape: StatusShape
}

export interface StatusMenuProps<Key extends string> {
  /** Accessible name of the status: "Status of Research Desk". */
  readonly label: string
  readonly choices: readonly StatusChoice<Key>[]
  readonly chosen: Key
  /** A promise shows the new status until it settles; a rejection restores the old one. */
  readonly onChoose: (key: Key) => void | Promise<unknown>
  /** Why the status cannot be changed; if set, it is plain text. */
  readonly disabledReason?: string | undefined
}

export function StatusMenu<Key extends string>({
  label,
  choices,
  chosen,
  onChoose,
  disabledReason,
}: StatusMenuProps<Key>) {
  const [wanted, setWanted] = useState<Key>()
  const shown = choices.find((choice) => choice.key === (wanted ?? chosen))
  const mark = shown ? <StatusMark shape={shown.shape}>{shown.word}</StatusMark> : null
  if (disabledReason !== undefined) return <span title={disabledReason}>{mark}</span>
  const choose = (key: string) => {
    const choice = choices.find((candidate) => candidate.key === key)
    if (!choice || choice.key === chosen || wanted !== undefined) return
    const result = onChoose(choice.key)
    if (!(result instanceof Promise)) return
    setWanted(choice.key)
    const settle = () => setWanted(undefined)
    result.then(settle, settle)
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes['target']}
          aria-label={`${label}: ${shown?.word ?? ''}`}
          aria-busy={wanted !== undefined || undefined}
        >
          {mark}
          <IconChevronDown size={12} stroke={1.6} aria-hidden className={classes['arrow']} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.key}
            value={choice.key}
            checked={choice.key === chosen}
            closeMenuOnClick
            onChange={choose}
          >
            {choice.word}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
