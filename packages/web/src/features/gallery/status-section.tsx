// Status marks, protection, chips, filter tags, tasks, counts, market badge, warning bar.
import { Button } from '@mantine/core'
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBell,
  IconClockExclamation,
  IconListCheck,
  IconMessage2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { FilterTag } from '../../ui/filter-tag.tsx'
import { IconCount } from '../../ui/icon-count.tsx'
import { MarketBadge } from '../../ui/market-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProtectionMark } from '../../ui/protection-mark.tsx'
import { OrderStatusMark } from '../../ui/status-mark.tsx'
import { StatusMenu, type StatusChoice } from '../../ui/status-menu.tsx'
import { TaskProgress } from '../../ui/task-progress.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import classes from './gallery.module.css'

const statuses = [
  'WORKING',
  'QUEUED',
  'AWAITING_PARENT_ORDER',
  'FILLED',
  'CANCELED',
  'REJECTED',
  'UNKNOWN',
  'PENDING_ACTIVATION',
  'EXPIRED',
]

const groupStatuses: readonly StatusChoice<'ACTIVE' | 'INACTIVE'>[] = [
  { key: 'ACTIVE', word: 'Active', shape: 'check' },
  { key: 'INACTIVE', word: 'Inactive', shape: 'struck' },
]

export function StatusSection() {
  const [groupStatus, setGroupStatus] = useState<'ACTIVE' | 'INACTIVE'>('ACTIVE')
  const [hasCapital, setHasCapital] = useState(true)
  return (
    <>
      <Panel title="Status marks" isPadded>
        <div className={classes['stack']}>
          <div className={classes['three']}>
            {statuses.map((status) => (
              <OrderStatusMark key={status} status={status} />
            ))}
            <ProtectionMark covered={400} held={400} />
            <ProtectionMark covered={250} held={400} />
            <ProtectionMark covered={0} held={400} />
            <Change money={2_148_631n} />
            <Change money={-128_440n} />
            <Change percent={0} />
            <StatusMenu
              label="Status of Research Desk"
              choices={groupStatuses}
              chosen={groupStatus}
              onChoose={setGroupStatus}
            />
            <StatusMenu
              label="Status of Administrators"
              choices={groupStatuses}
              chosen="ACTIVE"
              disabledReason="System groups are fixed"
              onChoose={() => undefined}
            />
          </div>
          <div className={classes['row']}>
            <Chip>Lapsed</Chip>
            <Chip tone="info">Simulated</Chip>
            <Chip tone="warn" icon={IconClockExclamation} onClick={() => undefined}>
              2 days · Renew
            </Chip>
            <Chip icon={IconArrowDownLeft}>Contrib</Chip>
            <Chip icon={IconArrowUpRight}>Retrib</Chip>
            {hasCapital ? <FilterTag name="Capital" value="$50,000" onReset={() => setHasCapital(false)} /> : null}
          </div>
        </div>
      </Panel>
      <Panel title="Tasks and stale data" isPadded>
        <div className={classes['stack']}>
          <TaskProgress name="Import daily prices" position={318} total={500} percent={63.6} />
          <TaskProgress name="Rebuild levels" position={500} total={500} percent={100} status="COMPLETED" />
          <TaskProgress
            name="Static report, Ledger by member"
            position={40}
            total={1200}
            percent={3.33}
            status="FAILED"
          />
          <div className={classes['row']}>
            <IconCount icon={IconMessage2} label="Notifications" count={3} />
            <IconCount icon={IconListCheck} label="Tasks" />
            <IconCount icon={IconBell} label="Alerts" count={120} />
          </div>
          <div>
            <MarketBadge source="Simulated market" state="open" time="14:32 New York" isLive />
          </div>
          <div>
            <MarketBadge source="Imported market" state="closed" time="data of 2021-04-21" isLive={false} />
          </div>
          <WarningBar icon={IconClockExclamation}>
            Prices have not changed since 14:26:40. Orders still go to the broker.
          </WarningBar>
          <WarningBar
            action={
              <Button size="xs" variant="default">
                Place stops
              </Button>
            }
          >
            PLCD and MRDG have no stop; ALDE is covered for 250 of 400.
          </WarningBar>
        </div>
      </Panel>
    </>
  )
}
