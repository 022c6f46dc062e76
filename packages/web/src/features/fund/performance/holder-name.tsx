// A holder's name after a square in the colour of their pie slice.
import type { ParticipationRow } from '@clubfolio/contract'
import { chartTheme, pieColor } from '@clubfolio/charts'
import { useComputedColorScheme } from '@mantine/core'
import classes from '../participation.module.css'

export function HolderName({
  row,
  rows,
}: {
  readonly row: ParticipationRow
  readonly rows: readonly ParticipationRow[]
}) {
  const theme = useComputedColorScheme('light')
  const color = pieColor(
    chartTheme[theme],
    rows.findIndex((other) => other.memberId === row.memberId),
    !row.isMember,
  )
  return (
    <span className={classes['name']}>
      <span className={classes['square']} style={{ background: color }} aria-hidden />
      <strong>{row.memberFullName}</strong>
    </span>
  )
}
