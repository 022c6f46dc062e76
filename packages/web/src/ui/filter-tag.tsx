// One active filter of a list: dimmed name, value, and its reset button.
import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import classes from './filter-tag.module.css'

export interface FilterTagProps {
  readonly name: string
  readonly value: string
  /** Opens the filter's editor. */
  readonly onClick?: () => void
  readonly onReset?: () => void
}

export function FilterTag({ name, value, onClick, onReset }: FilterTagProps) {
  const words = (
    <>
      <span className={classes['name']}>{name}</span>
      <span className={classes['value']}>{value}</span>
    </>
  )
  return (
    <span className={classes['tag']}>
      {onClick ? (
        <UnstyledButton className={classes['words']} onClick={onClick}>
          {words}
        </UnstyledButton>
      ) : (
        <span className={classes['words']}>{words}</span>
      )}
      {onReset ? (
        <UnstyledButton className={classes['reset']} aria-label={`Reset ${name}`} onClick={onReset}>
          <IconX size={12} stroke={1.8} aria-hidden />
        </UnstyledButton>
      ) : null}
    </span>
  )
}
