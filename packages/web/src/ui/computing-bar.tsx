// How far the computation of levels has come: lists of opportunities are partial until it is done.
import { IconLoader } from '@tabler/icons-react'
import { formatCount } from './format/number.ts'
import { WarningBar } from './warning-bar.tsx'

export interface ComputingFigures {
  readonly done: number
  readonly total: number
}

/** `Computing levels: 211 of 449 instruments`. */
export const describeComputing = ({ done, total }: ComputingFigures): string =>
  `Computing levels: ${formatCount(done)} of ${formatCount(total)} instruments`

export interface ComputingBarProps {
  /** Undefined when nothing is being computed. */
  readonly computing: ComputingFigures | undefined
  /** What is partial until then: "This list". */
  readonly what: string
}

export function ComputingBar({ computing, what }: ComputingBarProps) {
  return computing === undefined ? null : (
    <WarningBar icon={IconLoader}>
      {describeComputing(computing)}. {what} is partial until all are done, and follows by itself.
    </WarningBar>
  )
}
