// The pack of a year: made with one press, followed while it is made, and downloaded.
import type { YearPack } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconFileZip, IconPackage, IconX } from '@tabler/icons-react'
import { Panel } from '../../../ui/panel.tsx'
import { TaskProgress } from '../../../ui/task-progress.tsx'
import { useCancelPack, useDownloadPack, useOrderPack, usePacks, type YearPlace } from './year-api.ts'
import classes from './year.module.css'

export interface PackPanelProps {
  readonly place: YearPlace
  readonly year: number
}

export function PackPanel({ place: { accountId }, year }: PackPanelProps) {
  const packs = usePacks(accountId)
  const order = useOrderPack(accountId)
  const cancel = useCancelPack(accountId)
  const download = useDownloadPack(accountId)
  const running = packs.data?.find(isRunning)
  const last = packs.data?.find((pack) => pack.year === year && pack.id !== running?.id)
  return (
    <Panel
      title="Pack"
      isPadded
      isRefreshing={packs.isFetching}
      controls={
        running ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconX size={14} stroke={1.6} />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(running.id)}
          >
            Cancel pack
          </Button>
        ) : (
          <Button
            size="compact-sm"
            leftSection={<IconPackage size={14} stroke={1.6} />}
            loading={order.isPending}
            onClick={() => order.mutate(String(year))}
          >
            Make pack
          </Button>
        )
      }
    >
      <p className={classes['notes']}>
        One ZIP with a statement and an allocation page for each holder, the balance sheet, the income statement, the
        lists of members and records, both journals and a table of SHA-256 sums.
      </p>
      {running ? (
        <TaskProgress
          name={`Pack of ${running.year}`}
          position={running.done}
          total={running.total}
          percent={running.total === 0 ? 0 : (running.done / running.total) * 100}
        />
      ) : null}
      {last?.fileName ? (
        <div className={classes['pack']}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFileZip size={14} stroke={1.6} />}
            loading={download.isPending}
            onClick={() => download.mutate(last.id)}
          >
            Download pack
          </Button>
          <span className={classes['sum']}>
            {last.fileName}
            {last.bytes === null ? '' : ` · ${(last.bytes / 1_000_000).toFixed(1)} MB`}
            {last.sha256 === null ? '' : ` · SHA-256 ${last.sha256}`}
          </span>
        </div>
      ) : last?.state === 'FAILED' ? (
        <p className={classes['notes']}>{`The pack could not be made: ${last.reason ?? ''}`}</p>
      ) : null}
    </Panel>
  )
}

const isRunning = ({ state }: YearPack): boolean => state === 'WAITING' || state === 'RUNNING'
