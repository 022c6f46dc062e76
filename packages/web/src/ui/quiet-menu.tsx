// The quiet control of a panel's header: one line of text with an arrow, "Week · 10", that opens groups of choices.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './quiet-menu.module.css'

export interface ChoiceGroup {
  readonly title: string
  /** `whyOff` disables a choice and gives the reason. */
  readonly choices: readonly { readonly key: string; readonly value: string; readonly whyOff?: string | undefined }[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
  /** Leaves the choice out of the control's text, as for a default that needs no words. */
  readonly isUnnamed?: boolean
}

export interface QuietMenuProps {
  /** Accessible name of what the choices control: "Top Winners". */
  readonly label: string
  readonly groups: readonly ChoiceGroup[]
}

export function QuietMenu({ label, groups }: QuietMenuProps) {
  const words = groups
    .filter(({ isUnnamed }) => isUnnamed !== true)
    .map((group) => group.choices.find((choice) => choice.key === group.chosen)?.value ?? group.chosen)
    .join(' · ')
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes['target']} aria-label={`${label}: ${words}`}>
          {words}
          <IconChevronDown size={12} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes['dropdown'] ?? ''}>
        {groups.map((group, index) => (
          <Fragment key={group.title}>
            {index > 0 ? <Menu.Divider /> : null}
            <Menu.Label>{group.title}</Menu.Label>
            {group.choices.map((choice) => (
              <Menu.RadioItem
                key={choice.key}
                value={choice.key}
                checked={choice.key === group.chosen}
                closeMenuOnClick
                onChange={group.onChoose}
                disabled={choice.whyOff !== undefined}
              >
                {choice.value}
                {choice.whyOff === undefined ? null : <small className={classes['why']}>{choice.whyOff}</small>}
              </Menu.RadioItem>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
