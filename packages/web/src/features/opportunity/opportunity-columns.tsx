// The columns of the seeker. The server orders all rows by the column whose header is clicked, not a page on its own.
import { averageVolumeName, type Opportunity } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { ActionIcon } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { CodeButton } from '../../ui/code-button.tsx'
import { formatBigNumber, formatCount } from '../../ui/format/number.ts'
import { countColumn, moneyColumn, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { decimalsOf, formatPrice } from '../order-text/format-price.ts'
import { EntryNow } from './entry-now.tsx'
import { entryStateTexts, liveEntry, nothingSeen, type LiveEntry } from './live-entry.ts'
import { RowMenu, type RowActions } from './row-menu.tsx'

const price = (id: string, header: string, value: (row: Opportunity) => number): Column<Opportunity> => ({
  id,
  header,
  align: 'right',
  render: (row) => formatPrice(String(value(row))),
  text: (row) => value(row).toFixed(decimalsOf(String(value(row)))),
})

export interface OpportunityColumnsOptions extends RowActions {
  /** Whether a session is forming after the close of the rows. */
  readonly isInSession: boolean
}

export function opportunityColumns({ isInSession, ...actions }: OpportunityColumnsOptions): Column<Opportunity>[] {
  const { direction, live, onGraph } = actions
  const entryNow: Column<Opportunity> = {
    id: 'entry',
    header: 'Entry now',
    align: 'right',
    isFixed: true,
    render: (row) => <EntryNow direction={direction} row={row} live={live.get(row.instrumentCode)} />,
    text: (row) => entryNowText(live.get(row.instrumentCode) ?? liveEntry(direction, row, nothingSeen)),
  }
  return [
    textColumn({ id: 'name', header: 'Name', value: (row) => row.instrumentName, isFixed: true }),
    textColumn({ id: 'type', header: 'Type', value: (row) => sentenceCase(row.instrumentAssetType) }),
    textColumn({
      id: 'code',
      header: 'Code',
      value: (row) => row.instrumentCode,
      render: (row) => <CodeButton code={row.instrumentCode} name={row.instrumentName} onOpen={() => onGraph(row)} />,
    }),
    textColumn({ id: 'cusip', header: 'Cusip', value: (row) => row.cusip }),
    price('resistance', 'Resistance', (row) => row.resistance),
    price('support', 'Support', (row) => row.support),
    price('buyPrice', 'Buy Price', (row) => row.buyPrice),
    price('sellPrice', 'Sell Price', (row) => row.sellPrice),
    {
      id: 'volume',
      header: averageVolumeName,
      align: 'right',
      render: (row) => <span title={formatCount(row.volume)}>{formatBigNumber(row.volume)}</span>,
      text: (row) => String(row.volume),
      sortValue: (row) => row.volume,
    },
    countColumn({ id: 'stocks', header: 'Stocks', value: (row) => row.cantStocks }),
    moneyColumn({ id: 'inversion', header: 'Inversion', value: (row) => String(row.inversionValue) }),
    percentColumn({ id: 'distance', header: 'Distance', value: (row) => row.distance }),
    ...(isInSession ? [entryNow] : []),
    {
      id: 'graph',
      header: 'Graph',
      align: 'center',
      render: (row) => (
        <ActionIcon size={26} aria-label={`Show the graph of ${row.instrumentCode}`} onClick={() => onGraph(row)}>
          <IconChartLine size={16} stroke={1.6} />
        </ActionIcon>
      ),
    },
    {
      id: 'action',
      header: 'Action',
      align: 'center',
      isFixed: true,
      isAction: true,
      render: (row) => <RowMenu row={row} actions={actions} />,
    },
  ]
}

/** The text for the file: the live distance as a number, or the state in a word. */
function entryNowText(live: LiveEntry | undefined): string {
  if (live === undefined) return ''
  return live.state === 'WAITING' ? live.distance.toFixed(2) : entryStateTexts[live.state]
}
