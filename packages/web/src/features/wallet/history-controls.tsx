// The controls in the header of Wallet Historic: the timing, as a segmented row where there is room and as a menu where
// there is not, and a range of days behind a calendar.
import { walletTimings, type WalletTiming } from '@clubfolio/contract'
import { ActionIcon, Button, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { RangeCalendar } from '../../ui/range-calendar.tsx'
import classes from './wallet.module.css'

const timingWords: Record<WalletTiming, string> = {
  '5M': '5 minutes',
  '1H': '1 hour',
  '4H': '4 hours',
  '1D': '1 day',
  '1W': '1 week',
  '1MONTH': '1 month',
  '1YEAR': '1 year',
}
const choices = walletTimings.map((key) => ({ key, value: timingWords[key] }))

export interface HistoryControlsProps {
  readonly timing: WalletTiming
  readonly onTiming: (timing: WalletTiming) => void
  readonly range: DayRange
  readonly onRange: (range: DayRange) => void
}

export function HistoryControls({ timing, onTiming, range, onRange }: HistoryControlsProps) {
  return (
    <>
      <div className={classes['timings']} role="group" aria-label="Timing of Wallet Historic">
        {walletTimings.map((key) => (
          <UnstyledButton
            key={key}
            className={classes['timing']}
            aria-pressed={key === timing}
            title={timingWords[key]}
            onClick={() => onTiming(key)}
          >
            {key}
          </UnstyledButton>
        ))}
      </div>
      <div className={classes['timingMenu']}>
        <QuietMenu
          label="Wallet Historic"
          groups={[choiceGroup({ title: 'Timing', choices, chosen: timing, onChoose: onTiming })]}
        />
      </div>
      <RangePopover range={range} onRange={onRange} />
    </>
  )
}

function RangePopover({ range, onRange }: Pick<HistoryControlsProps, 'range' | 'onRange'>) {
  const [isOpen, setOpen] = useState(false)
  // A single end is shown in the calendar but is not a range yet.
  const [shown, setShown] = useState<DayRange>(range)
  const isSet = isCompleteRange(range)
  const words = isSet ? `Dates: ${range[0]} to ${range[1]}` : 'Choose dates'
  const change = (next: DayRange) => {
    setShown(next)
    if (isCompleteRange(next) || (next[0] === null && next[1] === null)) onRange(next)
    if (isCompleteRange(next)) setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={words} disabled={isOpen}>
          <ActionIcon
            size={24}
            aria-label={words}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            variant={isSet ? 'light' : 'subtle'}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dates of Wallet Historic">
        <RangeCalendar value={shown} onChange={change} />
        <Button size="xs" mt={8} disabled={shown[0] === null && shown[1] === null} onClick={() => change([null, null])}>
          All dates
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
