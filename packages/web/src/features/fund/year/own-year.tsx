// A member's own page of a year: their lines and their basis, with nothing of anybody else.
import { adviserNote, allocatedLines, differenceNote, type HolderYear } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { FigureList } from './figure-list.tsx'
import { useMyYear, usePrintMyYear, type MyYearPlace } from './year-api.ts'
import { describeYear } from './year-words.ts'
import classes from './year.module.css'

export interface OwnYearProps {
  readonly place: MyYearPlace
}

export function OwnYear({ place }: OwnYearProps) {
  const year = useMyYear(place)
  const print = usePrintMyYear(place)
  if (year.isError)
    return (
      <Panel>
        <FailedQuery query={year} title="The year could not be loaded" />
      </Panel>
    )
  if (!year.data) return <Skeleton height={280} />
  const { holder } = year.data
  return (
    <CurrencyProvider currency={year.data.currency}>
      <div className={classes['grid']}>
        <Panel
          title={`My allocation ${year.data.year}`}
          isPadded
          controls={
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFileTypePdf size={14} stroke={1.6} />}
              loading={print.isPending}
              onClick={() => print.mutate()}
              aria-label="My allocation as PDF"
            >
              PDF
            </Button>
          }
        >
          <FigureList label="My allocation" lines={allocationOf(holder)} />
        </Panel>
        <Panel title="My basis" isPadded>
          <FigureList label="My basis" lines={basisOf(holder)} />
        </Panel>
        <div className={classes['wide']}>
          <Panel isPadded>
            <p className={classes['notes']}>{describeYear(year.data)}</p>
            <p className={classes['notes']}>{differenceNote}</p>
            <p className={classes['notes']}>{adviserNote}</p>
          </Panel>
        </div>
      </div>
    </CurrencyProvider>
  )
}

const allocationOf = ({ lines, total, real }: HolderYear) => [
  ...keysOf(allocatedLines)
    .filter((line) => line === 'costMethod' || lines[line] !== 0n)
    .map((line) => ({ label: allocatedLines[line], value: lines[line], isResult: true })),
  { label: 'Sum of the lines', value: total, isResult: true, isTotal: true },
  { label: 'Real of the year', value: real, isResult: true },
]

const basisOf = ({ basis, total }: HolderYear) => [
  { label: 'Basis before', value: basis.before },
  { label: 'Loss carried before', value: -basis.lossBefore },
  { label: 'Paid in', value: basis.paidIn },
  { label: 'Allocated', value: total, isResult: true },
  { label: 'Gifts of units', value: basis.gifts, isResult: true },
  { label: 'Went with what was taken out', value: -basis.takenOut },
  { label: 'Basis', value: basis.after, isTotal: true },
  { label: 'Loss carried forward', value: -basis.lossAfter },
]
