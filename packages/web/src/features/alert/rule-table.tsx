// The list of rules: what each watches, its state, what has to happen next, and when it last fired.
import { alertRuleKinds, type AlertRule, type AlertRuleState } from '@clubfolio/contract'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { Chip, type ChipTone } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDeleteRule, usePauseRule, useRules } from './rule-api.ts'
import classes from './rule.module.css'

export const ruleStateLabels: Readonly<Record<AlertRuleState, string>> = {
  UNSEEN: 'Waiting',
  WAITING: 'Waiting',
  BEYOND: 'Beyond already',
  FIRED: 'Fired',
  OVER: 'Done',
  EXPIRED: 'Expired',
  PAUSED: 'Paused',
}
const tones: Readonly<Record<AlertRuleState, ChipTone>> = {
  UNSEEN: 'neutral',
  WAITING: 'info',
  BEYOND: 'warn',
  FIRED: 'warn',
  OVER: 'neutral',
  EXPIRED: 'neutral',
  PAUSED: 'neutral',
}

const columns: readonly Column<AlertRule>[] = [
  textColumn<AlertRule>({
    id: 'rule',
    header: 'Rule',
    isFixed: true,
    width: '30%',
    value: ({ words }) => words,
    render: ({ words, note, drawingId }) => (
      <>
        <span className={classes['rule']}>{words}</span>
        {drawingId === null ? null : <span className={classes['note']}>Moves with its drawing on the chart</span>}
        {note === '' ? null : <span className={classes['note']}>{note}</span>}
      </>
    ),
  }),
  textColumn<AlertRule>({
    id: 'state',
    header: 'State',
    width: 130,
    value: ({ state }) => ruleStateLabels[state],
    render: ({ state }) => <Chip tone={tones[state]}>{ruleStateLabels[state]}</Chip>,
  }),
  textColumn<AlertRule>({
    id: 'next',
    header: 'What next',
    value: ({ next }) => next,
    render: ({ next }) => <span className={classes['words']}>{next}</span>,
  }),
  textColumn<AlertRule>({
    id: 'how',
    header: 'Fires',
    width: 100,
    value: ({ isRepeating }) => (isRepeating ? 'Each time' : 'Once'),
  }),
  textColumn<AlertRule>({ id: 'expires', header: 'Last day', width: 110, value: ({ expiresOn }) => expiresOn }),
  instantColumn<AlertRule>({ id: 'fired', header: 'Last fired', width: 150, value: ({ lastFiredAt }) => lastFiredAt }),
  textColumn<AlertRule>({
    id: 'kind',
    header: 'Kind',
    width: 160,
    value: ({ terms }) => alertRuleKinds[terms.kind],
    isHiddenByDefault: true,
  }),
  instantColumn<AlertRule>({
    id: 'created',
    header: 'Made',
    width: 150,
    value: ({ createdAt }) => createdAt,
    isHiddenByDefault: true,
  }),
]

const ruleId = ({ id }: AlertRule) => id

/** The table, and the controls for its panel's header. */
export function useRuleTable(rules: ReturnType<typeof useRules>) {
  const view = useTableView({ columns, rows: rules.data, rowId: ruleId, ...useChosenColumns('alertRule') })
  return {
    view,
    controls: (
      <>
        <ColumnChooser view={view} />
        <CsvButton view={view} fileName="alert-rules" isQuiet />
      </>
    ),
  }
}

export interface RuleTableProps {
  readonly rules: ReturnType<typeof useRules>
  readonly view: ReturnType<typeof useRuleTable>['view']
  readonly onEdit: (rule: AlertRule) => void
  readonly empty: ReactNode
}

export function RuleTable({ rules, view, onEdit, empty }: RuleTableProps) {
  return (
    <DataTable
      view={view}
      label="Alert rules"
      failure={failureOf(rules, 'The alert rules could not be loaded')}
      empty={empty}
      renderActions={(rule) => <RuleButtons rule={rule} onEdit={onEdit} />}
    />
  )
}

function RuleButtons({ rule, onEdit }: { readonly rule: AlertRule; readonly onEdit: (rule: AlertRule) => void }) {
  const pause = usePauseRule()
  const remove = useDeleteRule()
  const isPaused = rule.state === 'PAUSED'
  const isOver = rule.state === 'OVER' || rule.state === 'EXPIRED'
  const askDelete = async () => {
    if (
      await confirm({
        question: `Do you want to delete the rule "${rule.words}"?`,
        consequence: 'The history of its firings stays.',
        accept: 'Delete',
        isDanger: true,
      })
    )
      remove.mutate(rule.id)
  }
  const Mark = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {isOver ? null : (
        <ActionIcon
          size={26}
          aria-label={`${isPaused ? 'Take up' : 'Pause'}: ${rule.words}`}
          title={isPaused ? 'Take up again' : 'Pause'}
          loading={pause.isPending}
          onClick={() => pause.mutate({ id: rule.id, isPaused: !isPaused })}
        >
          <Mark size={16} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        size={26}
        aria-label={`Edit: ${rule.words}`}
        title={isOver ? 'Edit and restart' : 'Edit'}
        onClick={() => onEdit(rule)}
      >
        <IconPencil size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Delete: ${rule.words}`} title="Delete" onClick={() => void askDelete()}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
}
