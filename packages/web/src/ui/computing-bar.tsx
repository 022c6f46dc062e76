// How far the computation of levels has come: lists of opportunities are partial until it is done.
import { describeComputing, type Computing } from '@clubfolio/contract'
import { IconLoader } from '@tabler/icons-react'
import { WarningBar } from './warning-bar.tsx'

export interface ComputingBarProps {
  /** Undefined when nothing is being computed. */
  readonly computing: Computing | undefined
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
