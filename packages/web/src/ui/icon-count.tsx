// A top-bar icon with a small round count: 15 px, blue, ringed in the panel colour.
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './icon-count.module.css'

export interface IconCountProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  readonly icon: Icon
  /** Accessible name, for example "Tasks"; the count is appended for screen readers. */
  readonly label: string
  readonly count?: number
}

export function IconCount({ icon: Mark, label, count = 0, ...rest }: IconCountProps) {
  return (
    <ActionIcon {...rest} aria-label={count > 0 ? `${label}, ${count}` : label} className={classes['button'] ?? ''}>
      <span className={classes['mark']}>
        <Mark size={18} stroke={1.6} />
        {count > 0 ? (
          <span className={classes['count']} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </span>
    </ActionIcon>
  )
}
