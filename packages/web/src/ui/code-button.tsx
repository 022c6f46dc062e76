// The code of an instrument in a table, which opens its graph.
import { UnstyledButton } from '@mantine/core'
import classes from './code-button.module.css'

interface CodeButtonProps {
  readonly code: string
  /** Read out with the code. */
  readonly name: string
  /** Shown while the pointer is over the code. */
  readonly title?: string | undefined
  readonly onOpen: () => void
}

export function CodeButton({ code, name, title, onOpen }: CodeButtonProps) {
  return (
    <UnstyledButton className={classes['code']} title={title} aria-label={`Graph of ${code}, ${name}`} onClick={onOpen}>
      {code}
    </UnstyledButton>
  )
}
