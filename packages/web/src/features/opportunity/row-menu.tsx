// The actions of a seeker row.
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowsExchange,
  IconBellPlus,
  IconCalculator,
  IconChartLine,
  IconChartCandle,
  IconDots,
  IconEye,
} from '@tabler/icons-react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { openGraph } from '../../kernel/graph-modal.ts'
import { useCan } from '../../kernel/session.ts'
import { addToWatchlist } from '../../kernel/watchlist-adder.ts'
import classes from './opportunity.module.css'
import { orderObstacle, orderButtonLabels, openEntryTicket } from './open-entry-ticket.ts'
import type { LiveEntries } from './use-live-entries.ts'

export interface RowActions {
  readonly onGraph: (row: Opportunity) => void
  readonly onCalculate: (row: Opportunity) => void
  readonly direction: InvestmentType
  readonly capital: string
  readonly live: LiveEntries
}

export function RowMenu({ row, actions }: { readonly row: Opportunity; readonly actions: RowActions }) {
  const can = useCan()
  const obstacle = orderObstacle(row, actions.capital)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={26} aria-label={`Actions for ${row.instrumentCode}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowsExchange size={14} stroke={1.6} />}
          disabled={obstacle !== undefined}
          onClick={() => void openEntryTicket(actions.direction, row, actions.live.get(row.instrumentCode))}
        >
          {orderButtonLabels[actions.direction]}
        </Menu.Item>
        {obstacle === undefined ? null : (
          <Menu.Label maw={240} className={classes['reason'] ?? ''}>
            {obstacle}
          </Menu.Label>
        )}
        <Menu.Item leftSection={<IconChartLine size={14} stroke={1.6} />} onClick={() => actions.onGraph(row)}>
          Graph with levels
        </Menu.Item>
        <Menu.Item
          leftSection={<IconChartCandle size={14} stroke={1.6} />}
          onClick={() => openGraph({ code: row.instrumentCode, timing: 'DAILY' })}
        >
          Daily chart
        </Menu.Item>
        <Menu.Item leftSection={<IconCalculator size={14} stroke={1.6} />} onClick={() => actions.onCalculate(row)}>
          Open in the calculator
        </Menu.Item>
        {can('VA') ? (
          <Menu.Item leftSection={<IconBellPlus size={14} stroke={1.6} />} onClick={() => addAlert(row.instrumentCode)}>
            Add alert
          </Menu.Item>
        ) : null}
        {can('VW') ? (
          <Menu.Item
            leftSection={<IconEye size={14} stroke={1.6} />}
            onClick={() => addToWatchlist(row.instrumentCode)}
          >
            Add to watchlist
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
