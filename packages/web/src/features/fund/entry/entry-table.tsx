// A holder's entries: date, signed amount, whether it is active, its description, deletion. Pending and inactive ones
// are marked.
import type { ParticipationEntry, ParticipationRow } from '@clubfolio/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { confirm, confirmWithReason } from '../../../ui/confirm.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { InCurrency, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { Absent, type Column } from '../../../ui/table/column.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { TapTooltip } from '../../../ui/tap-tooltip.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { useDeleteEntry, useEntries, useSetEntryStatus } from '../book/api.ts'
import { useConsequence, useFundRights } from '../book/fund-rights.tsx'
import { DeleteEntryModal } from './delete-entry-modal.tsx'
import { describeInactiveEntry } from './entry-money.ts'
import { formatHalfEven } from '../book/quantity.ts'
import classes from '../participation.module.css'

export function EntryTable({ row, onMatch }: { readonly row: ParticipationRow; readonly onMatch: () => void }) {
  const entries = useEntries(row.accountId, row.memberId)
  const { mutateAsync: setStatus } = useSetEntryStatus()
  const { mutate: remove } = useDeleteEntry()
  const [deleting, setDeleting] = useState<ParticipationEntry>()
  const format = useFormatAmount()
  const { mayRecord, secondPersonFrom } = useFundRights()
  const consequenceOf = useConsequence()
  const columns = useMemo(
    () =>
      entryColumns(mayRecord, async (entry, isActive) => {
        const words = isActive ? undefined : describeInactiveEntry(entry, format)
        // Whatever waits for a second person is announced before it is sent.
        const consequence = secondPersonFrom === null ? words : (words ?? switchWords(isActive))
        if (
          consequence !== undefined &&
          !(await confirm({
            question: `Do you want to switch this ${entry.type} ${isActive ? 'on' : 'off'}?`,
            consequence: consequenceOf(consequence),
            accept: isActive ? 'Switch on' : 'Switch off',
            isDanger: !isActive,
          }))
        )
          throw new Error('Kept as it is.')
        return setStatus({ id: entry.id, isActive })
      }),
    [setStatus, format, mayRecord, secondPersonFrom, consequenceOf],
  )
  const view = useTableView({
    columns,
    rows: entries.data,
    rowId: (entry) => entry.id,
    defaultSort: { columnId: 'date', isDescending: true },
  })
  const askToDelete = async (entry: ParticipationEntry) => {
    if (entry.money) return setDeleting(entry)
    const reason = await confirmWithReason({
      question: `Do you want to delete this ${entry.type}?`,
      consequence: consequenceOf(
        `${format(signed(entry), { isSigned: true })} of ${entry.date} no longer counts, and every share is ` +
          'computed without it. The record stays in the books as reversed.',
      ),
      accept: 'Delete',
      isDanger: true,
    })
    if (reason !== undefined) remove({ id: entry.id, type: entry.type, reason })
  }
  return (
    <div className={classes['entries']}>
      <DataTable
        view={view}
        label={`Entries of ${row.memberFullName}`}
        maxHeight={340}
        failure={
          entries.isError
            ? {
                title: 'Entries could not be loaded',
                why: entries.error.message,
                onRetry: () => void entries.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState
            title="No entries"
            words={
              row.isMember
                ? 'Nothing was recorded for this member in this account.'
                : 'Unallocated is capital that no entry explains. Entries of members move it; it has none of its own.'
            }
          />
        }
        rowTone={(entry) => (entry.isActive ? undefined : 'dimmed')}
        renderActions={(entry) => (
          <>
            <TapTooltip label={<EntryWords entry={entry} />} maw={320}>
              <ActionIcon size={26} aria-label={`About the entry of ${entry.date}: ${entry.description}`}>
                <IconInfoCircle size={16} stroke={1.6} />
              </ActionIcon>
            </TapTooltip>
            {mayRecord ? (
              <Tooltip label="Delete">
                <ActionIcon
                  size={26}
                  aria-label={`Delete the entry of ${entry.date}`}
                  onClick={() => void askToDelete(entry)}
                >
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </>
        )}
      />
      {deleting?.money ? (
        <DeleteEntryModal
          entry={{ ...deleting, money: deleting.money }}
          onClose={() => setDeleting(undefined)}
          onMatch={onMatch}
        />
      ) : null}
    </div>
  )
}

const switchWords = (isActive: boolean): string =>
  isActive ? 'It counts again, and every share is computed with it.' : 'Every share is computed without it.'

const signed = (entry: ParticipationEntry): bigint =>
  entry.type === 'contribution' ? entry.amount : -BigInt(entry.amount)

function EntryWords({ entry }: { readonly entry: ParticipationEntry }) {
  return (
    <>
      {entry.description}
      {entry.units && entry.unitValue ? (
        <div>
          {formatHalfEven(entry.units, 4)} units at <InCurrency figure={formatHalfEven(entry.unitValue, 4)} />
        </div>
      ) : null}
      {entry.bankAccount ? <div>{`${entry.bankAccount.alias} ${entry.bankAccount.number}`}</div> : null}
      {entry.isBackDated ? <div>Recorded after its day</div> : null}
    </>
  )
}

/**
 * The units that the entry bought or cancelled; a pending one waits for its close and counts in no figure until then.
 */
function EntryUnits({ entry }: { readonly entry: ParticipationEntry }) {
  if (entry.units !== null) return formatHalfEven(entry.units, 4)
  if (entry.state !== 'pending') return <Absent />
  return (
    <Tooltip label="Waits for the next close; it counts in no figure until then">
      <span>
        <Chip tone="warn">Pending</Chip>
      </span>
    </Tooltip>
  )
}

function entryColumns(
  mayRecord: boolean,
  save: (entry: ParticipationEntry, isActive: boolean) => Promise<unknown>,
): readonly Column<ParticipationEntry>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      isFixed: true,
      render: (entry) => entry.date,
      sortValue: (entry) => `${entry.date} ${entry.id}`,
      text: (entry) => entry.date,
    },
    {
      id: 'amount',
      header: 'Amount',
      isAmount: true,
      align: 'right',
      render: (entry) => (
        <span className={entry.isActive ? undefined : classes['struck']}>
          <Money value={signed(entry)} isSigned />
        </span>
      ),
      sortValue: signed,
      text: (entry) => formatMoney(signed(entry), { isPlain: true }),
    },
    {
      id: 'units',
      header: 'Units',
      align: 'right',
      render: (entry) => <EntryUnits entry={entry} />,
      text: (entry) => entry.units ?? '',
    },
    {
      id: 'status',
      header: 'Status',
      align: 'center',
      width: 80,
      render: (entry) =>
        mayRecord ? (
          <Toggle
            label={`The entry of ${entry.date} counts`}
            isOn={entry.isActive}
            onLabel="Yes"
            offLabel="No"
            onChange={(isOn) => save(entry, isOn)}
          />
        ) : entry.isActive ? (
          'Yes'
        ) : (
          'No'
        ),
      sortValue: (entry) => entry.isActive,
      text: (entry) => (entry.isActive ? 'Yes' : 'No'),
    },
  ]
}
