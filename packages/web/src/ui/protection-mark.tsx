// Whether a position is covered by a stop: full shield, half shield with "250 of 400" (or "400 of 250" where stops
// cover more than is held), crossed shield with "no stop".
import { IconShieldCheckFilled, IconShieldHalfFilled, IconShieldOff } from '@tabler/icons-react'
import classes from './status-mark.module.css'

export interface ProtectionMarkProps {
  /** Shares covered by working stops, and shares held. */
  readonly covered: number
  readonly held: number
  /** Shows only the shield; the text moves to its tooltip. */
  readonly isMarkOnly?: boolean
}

export function ProtectionMark({ covered, held, isMarkOnly = false }: ProtectionMarkProps) {
  const state = covered <= 0 ? 'none' : covered === held ? 'full' : 'partly'
  const words = state === 'none' ? 'no stop' : state === 'partly' ? `${covered} of ${held}` : 'Protected'
  const Shield = state === 'none' ? IconShieldOff : state === 'partly' ? IconShieldHalfFilled : IconShieldCheckFilled
  return (
    <span className={classes['status']} title={words}>
      <Shield
        size={14}
        stroke={1.8}
        className={classes['shape']}
        data-shape={state}
        {...(isMarkOnly ? { role: 'img', 'aria-label': words, 'aria-hidden': false } : { 'aria-hidden': true })}
      />
      {isMarkOnly ? null : <span className={state === 'none' ? classes['warn'] : undefined}>{words}</span>}
    </span>
  )
}
