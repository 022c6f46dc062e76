// The statements of an account, newest first: what each is, where it stands, and its next step or its undo.
import type { AccountStatement } from '@clubfolio/contract'
import { Button, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { countColumn, instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import classes from './file-account.module.css'
import { describePeriod, isUnderWay, stateLabel, stateTone } from './statement-words.ts'
import { useUndoStatement } from './use-undo-statement.ts'

export interface StatementTableProps {
  readonly accountId: string
  /** Undefined while they load. */
  readonly statements: readonly AccountStatement[] | undefined
  readonly isRefreshing: boolean
  readonly onShow: (statementId: string) => void
}

const rowId = ({ id }: AccountStatement) => id

export function StatementTable({ accountId, statements, isRefreshing, onShow }: StatementTableProps) {
  const { undo, isUndoing } = useUndoStatement(accountId)
  const columns = useMemo(
    (): readonly Column<AccountStatement>[] => [
      textColumn({
        id: 'file',
        header: 'File',
        value: ({ fileName }) => fileName,
        isFixed: true,
        render: ({ id, fileName, format }) => (
          <span className={classes['stack']}>
            <UnstyledButton className={classes['open'] ?? ''} title={fileName} onClick={() => onShow(id)}>
              {fileName}
            </UnstyledButton>
            {format === null ? null : <span className={classes['detail']}>{format}</span>}
          </span>
        ),
      }),
      {
        id: 'state',
        header: 'State',
        render: (statement) => <State statement={statement} />,
        sortValue: stateLabel,
        text: stateLabel,
      },
      textColumn({ id: 'period', header: 'Period', value: describePeriod }),
      countColumn({ id: 'lines', header: 'Lines', value: ({ lines }) => lines }),
      instantColumn({ id: 'uploaded', header: 'Uploaded', value: ({ uploadedAt }) => uploadedAt }),
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        isFixed: true,
        isAction: true,
        render: (statement) => <Actions statement={statement} isUndoing={isUndoing} onShow={onShow} onUndo={undo} />,
      },
    ],
    [onShow, undo, isUndoing],
  )
  const view = useTableView({ columns, rows: statements, rowId })
  return (
    <Panel title="Statements" isRefreshing={isRefreshing}>
      <DataTable
        view={view}
        label="Statements"
        skeletonRows={3}
        isTwoLine
        rowTone={({ state }) => (state === 'UNDONE' || state === 'EXPIRED' ? 'dimmed' : undefined)}
        empty={
          <EmptyState
            title="No statements yet"
            words={
              'Download the history of the account at your broker, as CSV, XML, OFX or QFX, and upload it above. ' +
              'Its lines, the positions and the cash are shown before anything is imported.'
            }
          />
        }
      />
    </Panel>
  )
}

function State({ statement }: { readonly statement: AccountStatement }) {
  const { state, percent, importedAt, undoneAt, undoneBy, expiresAt, reason } = statement
  const detail = isUnderWay(statement)
    ? `${Math.floor(percent)}%`
    : state === 'IMPORTED'
      ? formatDateTime(importedAt, false)
      : state === 'UNDONE'
        ? `${formatDateTime(undoneAt, false)}${undoneBy === null ? '' : ` by ${undoneBy}`}`
        : state === 'PREPARED' && expiresAt !== null
          ? `until ${formatDateTime(expiresAt, false)}`
          : state === 'REFUSED'
            ? reason
            : null
  return (
    <span className={classes['stack']}>
      <Chip tone={stateTone(statement)}>{stateLabel(statement)}</Chip>
      {detail === null ? null : (
        <span className={classes['detail']} title={detail}>
          {detail}
        </span>
      )}
    </span>
  )
}

interface ActionsProps {
  readonly statement: AccountStatement
  readonly isUndoing: boolean
  readonly onShow: (statementId: string) => void
  readonly onUndo: (statement: AccountStatement) => Promise<boolean>
}

function Actions({ statement, isUndoing, onShow, onUndo }: ActionsProps) {
  const { id, state, fileName } = statement
  const next =
    state === 'PREPARED'
      ? 'Review'
      : state === 'NEEDS_MAPPING'
        ? 'Explain columns'
        : state === 'REFUSED' && statement.needsDateOrder
          ? 'Explain dates'
          : undefined
  const undo = state === 'IMPORTED' ? 'Undo' : isOver(statement) || isUnderWay(statement) ? undefined : 'Discard'
  return (
    <>
      {next === undefined ? null : (
        <Button size="xs" variant="default" aria-label={`${next}: ${fileName}`} onClick={() => onShow(id)}>
          {next}
        </Button>
      )}
      {undo === undefined ? null : (
        <Button
          size="xs"
          variant="subtle"
          className={classes['undo'] ?? ''}
          disabled={isUndoing}
          aria-label={`${undo}: ${fileName}`}
          onClick={() => void onUndo(statement)}
        >
          {undo}
        </Button>
      )}
    </>
  )
}

const isOver = ({ state }: AccountStatement): boolean => state === 'UNDONE' || state === 'EXPIRED'
