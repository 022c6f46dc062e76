// The price sources: what each contains, and the button that makes one the active market.
import type { MarketSourceInfo } from '@clubfolio/contract'
import { describeUnderstood } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { sourceNames } from '../../kernel/market-state.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { countColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useActivateSource, useSources } from './api.ts'

const columns: readonly Column<MarketSourceInfo>[] = [
  textColumn<MarketSourceInfo>({
    id: 'source',
    header: 'Source',
    value: (row) => sourceNames[row.source],
    isCode: true,
  }),
  countColumn<MarketSourceInfo>({ id: 'instruments', header: 'Instruments', value: (row) => row.instrumentCount }),
  countColumn<MarketSourceInfo>({ id: 'bars', header: 'Daily bars', value: (row) => row.barCount }),
  textColumn<MarketSourceInfo>({ id: 'first', header: 'First day', value: (row) => row.firstDay }),
  textColumn<MarketSourceInfo>({ id: 'day', header: 'Market day', value: (row) => row.marketDay }),
  { id: 'active', header: 'Active', align: 'right', render: (row) => <ActiveCell source={row} /> },
]

export function SourceTable() {
  const sources = useSources()
  const view = useTableView({ columns, rows: sources.data, rowId: (row) => row.source })
  const failure = failureOf(sources, 'The sources could not be read')
  return (
    <Panel title="Sources">
      <DataTable view={view} label="Sources" empty={null} failure={failure} skeletonRows={2} />
    </Panel>
  )
}

const describeDoubt = (doubt: NonNullable<MarketSourceInfo['doubt']>): string =>
  describeUnderstood(doubt.table === null ? doubt.file : `${doubt.table} in ${doubt.file}`, doubt)

/** A service has a name of its own. */
const isService = ({ source }: MarketSourceInfo): boolean => source === 'yahoo' || source === 'alpaca'

function ActiveCell({ source }: { readonly source: MarketSourceInfo }) {
  const activate = useActivateSource()
  if (source.isActive) return <Chip tone="info">Active</Chip>
  const { doubt } = source
  const ask = async () => {
    const isSure = await confirm({
      question:
        `Make ${isService(source) ? sourceNames[source.source] : `the ${sourceNames[source.source].toLowerCase()}`} ` +
        'the active market?',
      consequence:
        (doubt ? `Only ${describeDoubt(doubt)}: prices are missing. ` : '') +
        'Lists, search, charts and paper quotes of all users follow it. Paper accounts of the other market pause ' +
        'until it is active again.',
      accept: doubt ? 'Activate anyway' : 'Activate',
    })
    if (isSure) activate.mutate({ source: source.source, anyway: doubt !== undefined })
  }
  const isEmpty = source.marketDay === null
  return (
    <DisabledReason reason={isEmpty ? 'This source has no prices yet' : undefined}>
      <Button size="xs" variant="default" loading={activate.isPending} onClick={() => void ask()}>
        Activate
      </Button>
    </DisabledReason>
  )
}
