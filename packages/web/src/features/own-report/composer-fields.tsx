// The parts of a composed report: rows or groups, their columns, conditions, order and graph.
import type { Aggregation, Dataset } from '@clubfolio/contract'
import { maxReportGroups, maxReportOrders, reportGraphKinds } from '@clubfolio/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { ConditionList } from './condition-list.tsx'
import { aggregationLabels, datePartLabels } from './condition-words.ts'
import { draftSplit, firstGraph, outputColumns, type Draft } from './draft.ts'
import classes from './own-report.module.css'
import { arrange, PickedList } from './picked-list.tsx'

export interface ComposerFieldsProps {
  readonly dataset: Dataset
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

const graphWords = { BAR: 'Bars', LINE: 'Lines' } as const

export function ComposerFields({ dataset, draft, onChange }: ComposerFieldsProps) {
  return (
    <div className={classes['fields']}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="What each row is"
        data={[
          { value: 'list', label: 'Each row' },
          { value: 'groups', label: 'Groups and sums' },
        ]}
        value={draft.isGrouped ? 'groups' : 'list'}
        onChange={(value) => onChange({ isGrouped: value === 'groups' })}
      />
      {draft.isGrouped ? (
        <GroupFields dataset={dataset} draft={draft} onChange={onChange} />
      ) : (
        <ColumnFields dataset={dataset} draft={draft} onChange={onChange} />
      )}
      <ConditionList
        fields={dataset.fields}
        conditions={draft.conditions}
        onChange={(conditions) => onChange({ conditions })}
      />
      <OrderFields dataset={dataset} draft={draft} onChange={onChange} />
      <GraphFields dataset={dataset} draft={draft} onChange={onChange} />
    </div>
  )
}

const labelOf = ({ fields }: Dataset, name: string): string => fields.find(({ field }) => field === name)?.label ?? name

function ColumnFields({ dataset, draft, onChange }: ComposerFieldsProps) {
  const left = dataset.fields.filter(({ field }) => !draft.columns.includes(field))
  return (
    <PickedList
      label="Columns"
      addLabel="Add a column"
      items={draft.columns.map((key) => ({ key, label: labelOf(dataset, key) }))}
      choices={left.map(({ field, label }) => ({ value: field, label }))}
      onAdd={(field) => onChange({ columns: [...draft.columns, field] })}
      onArrange={(places) => onChange({ columns: arrange(draft.columns, places) })}
    />
  )
}

function GroupFields({ dataset, draft, onChange }: ComposerFieldsProps) {
  const { groupBy, sums } = draft
  const fieldOf = (name: string) => dataset.fields.find(({ field }) => field === name)
  const groupable =
    groupBy.length >= maxReportGroups
      ? []
      : dataset.fields.filter(({ field }) => !groupBy.some((group) => group.field === field))
  const unusedOf = (name: string): Aggregation[] =>
    (fieldOf(name)?.aggregations ?? []).filter(
      (aggregation) => !sums.some((sum) => sum.field === name && sum.aggregation === aggregation),
    )
  return (
    <>
      <PickedList
        label="Groups"
        addLabel="Add a group"
        items={groupBy.map(({ field, part }, index) => {
          const parts = fieldOf(field)?.dateParts ?? []
          const label = labelOf(dataset, field)
          return {
            key: field,
            label,
            control:
              parts.length === 0 ? undefined : (
                <Select
                  className={classes['small'] ?? ''}
                  aria-label={`Part of ${label}`}
                  data={[
                    { value: '', label: 'Exact' },
                    ...parts.map((value) => ({ value, label: datePartLabels[value] })),
                  ]}
                  allowDeselect={false}
                  value={part ?? ''}
                  onChange={(value) =>
                    onChange({
                      groupBy: groupBy.map((group, place) =>
                        place === index ? { ...group, part: value || null } : group,
                      ),
                    })
                  }
                />
              ),
          }
        })}
        choices={groupable.map(({ field, label }) => ({ value: field, label }))}
        onAdd={(field) =>
          onChange({
            groupBy: [...groupBy, { field, part: fieldOf(field)?.dateParts.includes('MONTH') ? 'MONTH' : null }],
          })
        }
        onArrange={(places) => onChange({ groupBy: arrange(groupBy, places) })}
      />
      <PickedList
        label="Sums"
        addLabel="Add a sum"
        items={sums.map(({ field, aggregation }, index) => {
          const label = labelOf(dataset, field)
          return {
            key: `${aggregation} ${field}`,
            label,
            control: (
              <Select
                className={classes['small'] ?? ''}
                aria-label={`Kind of ${label}`}
                data={[aggregation, ...unusedOf(field)].map((value) => ({ value, label: aggregationLabels[value] }))}
                allowDeselect={false}
                value={aggregation}
                onChange={(value) =>
                  value &&
                  onChange({ sums: sums.map((sum, place) => (place === index ? { field, aggregation: value } : sum)) })
                }
              />
            ),
          }
        })}
        choices={dataset.fields
          .filter(({ field }) => unusedOf(field).length > 0)
          .map(({ field, label }) => ({ value: field, label }))}
        onAdd={(field) => onChange({ sums: [...sums, { field, aggregation: unusedOf(field)[0]! }] })}
        onArrange={(places) => onChange({ sums: arrange(sums, places) })}
      />
    </>
  )
}

function OrderFields({ dataset, draft, onChange }: ComposerFieldsProps) {
  const columns = outputColumns(draft, dataset)
  const { orderBy } = draft
  const left =
    orderBy.length >= maxReportOrders ? [] : columns.filter(({ key }) => !orderBy.some(({ column }) => column === key))
  return (
    <PickedList
      label="Order"
      addLabel="Order by"
      items={orderBy.map(({ column, direction }, index) => {
        const label = columns.find(({ key }) => key === column)?.label ?? column
        return {
          key: column,
          label,
          control: (
            <Select
              className={classes['small'] ?? ''}
              aria-label={`Direction of ${label}`}
              data={[
                { value: 'ASC', label: 'Up' },
                { value: 'DESC', label: 'Down' },
              ]}
              allowDeselect={false}
              value={direction}
              onChange={(value) =>
                value &&
                onChange({
                  orderBy: orderBy.map((order, place) => (place === index ? { column, direction: value } : order)),
                })
              }
            />
          ),
        }
      })}
      choices={left.map(({ key, label }) => ({ value: key, label }))}
      onAdd={(column) => onChange({ orderBy: [...orderBy, { column, direction: 'ASC' }] })}
      onArrange={(places) => onChange({ orderBy: arrange(orderBy, places) })}
    />
  )
}

function GraphFields({ dataset, draft, onChange }: ComposerFieldsProps) {
  const columns = outputColumns(draft, dataset)
  const numbers = columns.filter(({ isNumeric }) => isNumeric)
  const { graph } = draft
  return (
    <div className={classes['picked']} role="group" aria-label="Graph">
      <div className={classes['graphHead']}>
        <h3>Graph</h3>
        <Toggle
          label="Graph"
          isOn={graph !== null}
          disabledReason={
            graph === null && numbers.length === 0 ? 'A graph draws numbers, and the report has none yet' : undefined
          }
          onChange={(isOn) => onChange({ graph: isOn ? firstGraph(columns) : null })}
        />
      </div>
      {graph ? (
        <>
          <Select
            label="Drawn as"
            data={reportGraphKinds.map((value) => ({ value, label: graphWords[value] }))}
            allowDeselect={false}
            value={graph.kind}
            onChange={(value) => value && onChange({ graph: { ...graph, kind: value } })}
          />
          <Select
            label="Along"
            data={columns.map(({ key, label }) => ({ value: key, label }))}
            allowDeselect={false}
            value={graph.x}
            onChange={(value) => value && onChange({ graph: { ...graph, x: value } })}
          />
          <Select
            label="Split by"
            data={[
              { value: '', label: 'Nothing' },
              ...columns.flatMap(({ key, label }) => (key === graph.x ? [] : [{ value: key, label }])),
            ]}
            allowDeselect={false}
            value={draftSplit(draft, columns) ?? ''}
            onChange={(value) => onChange({ graph: { ...graph, splitBy: value || null } })}
          />
          <MultiSelect
            label="Numbers"
            choices={numbers.map(({ key, label }) => ({ key, value: label }))}
            selected={graph.series}
            onChange={(series) => onChange({ graph: { ...graph, series } })}
          />
        </>
      ) : null}
    </div>
  )
}
