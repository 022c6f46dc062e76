// What a comparison says above its lines: which of them could not be loaded, with Retry, and where all of them begin.
import { commonStart } from '@clubfolio/charts'
import { Button } from '@mantine/core'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { accountLine, type ComparedSeries } from './api.ts'
import classes from './comparator.module.css'

export function ComparisonNotes({ series, faults, isLoading, failure, retry }: ComparedSeries) {
  const faulty = Object.entries(faults).map(
    ([id, why]) => `${id === accountLine.id ? accountLine.name : id}: ${why.replace(/\.$/, '')}`,
  )
  const start = commonStart(series)
  return (
    <>
      {faulty.length > 0 ? (
        <WarningBar
          action={
            failure ? (
              <Button size="compact-xs" variant="default" loading={isLoading} onClick={retry}>
                Retry
              </Button>
            ) : undefined
          }
        >
          {faulty.join('. ')}. The others are shown.
        </WarningBar>
      ) : null}
      {start ? (
        <p className={classes['start']}>
          {`All lines start on ${new Date(start.timeMs).toISOString().slice(0, 10)}, the first day that all of them ` +
            `have: ${start.name} begins there.`}
        </p>
      ) : null}
    </>
  )
}
