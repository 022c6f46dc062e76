// Hides the rows that the session has overtaken, and shows how many there are.
import { Toggle } from '../../ui/toggle.tsx'
import classes from './opportunity.module.css'

export interface OvertakenToggleProps {
  /** Counted over all rows of the filter; undefined until known. */
  readonly count: number | undefined
  readonly isHiding: boolean
  readonly onChange: (isHiding: boolean) => void
}

export function OvertakenToggle({ count, isHiding, onChange }: OvertakenToggleProps) {
  return (
    <span className={classes['overtaken']}>
      Hide triggered and cancelled{count === undefined ? '' : ` (${count})`}
      <Toggle label="Hide triggered and cancelled" isOn={isHiding} onLabel="Yes" offLabel="No" onChange={onChange} />
    </span>
  )
}
