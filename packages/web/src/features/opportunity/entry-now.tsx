// The state of a row's entry in the session: its live distance while it waits, otherwise how the session has overtaken
// it.
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { Chip } from '../../ui/chip.tsx'
import { absent } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { entryStateTexts, describeOvertaken, type LiveEntry } from './live-entry.ts'

export interface EntryNowProps {
  readonly direction: InvestmentType
  readonly row: Opportunity
  readonly live: LiveEntry | undefined
}

const tones = { TRIGGERED: 'warn', CANCELLED: 'neutral', SPLIT: 'info' } as const

export function EntryNow({ direction, row, live }: EntryNowProps) {
  if (live === undefined) return absent
  if (live.state === 'WAITING') return formatPercent(live.distance)
  return (
    <span title={describeOvertaken(direction, row, live)}>
      <Chip tone={tones[live.state]}>{entryStateTexts[live.state]}</Chip>
    </span>
  )
}
