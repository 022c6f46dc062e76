// Conditions on the fields of the dataset; a row is shown when it meets all of them.
import type { ConditionOperator, DatasetField } from '@clubfolio/contract'
import { isNumericColumn, maxLengthOf, ReportCondition } from '@clubfolio/contract'
import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { DayPicker } from '../../ui/day-picker.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { labelOfOperator, splitValues, takesSeveral, valueCount } from './condition-words.ts'
import { isDateType, type DraftCondition } from './draft.ts'
import classes from './own-report.module.css'

export interface ConditionListProps {
  readonly fields: readonly DatasetField[]
  readonly conditions: readonly DraftCondition[]
  readonly onChange: (conditions: DraftCondition[]) => void
}

export function ConditionList({ fields, conditions, onChange }: ConditionListProps) {
  const change = (index: number, next: DraftCondition) =>
    onChange(conditions.map((condition, place) => (place === index ? next : condition)))
  return (
    <div className={classes['picked']} role="group" aria-label="Conditions">
      <h3>Conditions</h3>
      {conditions.length > 0 ? (
        <ul>
          {conditions.map((condition, index) => {
            const field = fields.find((one) => one.field === condition.field)
            if (!field) return null
            // Conditions have no identity other than their index.
            return (
              <li key={`${index} ${condition.field}`}>
                <ConditionRow
                  field={field}
                  condition={condition}
                  onChange={(next) => change(index, next)}
                  onRemove={() => onChange(conditions.filter((_one, place) => place !== index))}
                />
              </li>
            )
          })}
        </ul>
      ) : null}
      <Select
        aria-label="Add a condition"
        placeholder="Add a condition"
        data={fields.map(({ field, label }) => ({ value: field, label }))}
        searchable
        nothingFoundMessage="Nothing found"
        value={null}
        onChange={(value) => {
          const field = fields.find((one) => one.field === value)
          if (field) onChange([...conditions, { field: field.field, operator: field.operators[0]!, values: [''] }])
        }}
      />
    </div>
  )
}

interface ConditionRowProps {
  readonly field: DatasetField
  readonly condition: DraftCondition
  readonly onChange: (condition: DraftCondition) => void
  readonly onRemove: () => void
}

function ConditionRow({ field, condition, onChange, onRemove }: ConditionRowProps) {
  const { label, type, operators } = field
  const { operator, values } = condition
  const choose = (next: ConditionOperator) =>
    onChange({
      ...condition,
      operator: next,
      values: Array.from({ length: valueCount(next) }, (_value, index) => values[index] ?? ''),
    })
  const setValue = (index: number, value: string) =>
    onChange({ ...condition, values: values.map((before, place) => (place === index ? value : before)) })
  return (
    <div role="group" aria-label={`Condition on ${label}`} className={classes['condition']}>
      <span title={label}>{label}</span>
      <Select
        aria-label={`Comparison of ${label}`}
        data={operators.map((one) => ({ value: one, label: labelOfOperator(one, type) }))}
        allowDeselect={false}
        value={operator}
        onChange={(value) => value && choose(value)}
      />
      <ActionIcon size={24} aria-label={`Remove the condition on ${label}`} onClick={onRemove}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
      {takesSeveral(operator, type) ? (
        <SeveralField
          label={`Values of ${label}`}
          values={values}
          onChange={(next) => onChange({ ...condition, values: next })}
        />
      ) : (
        values.map((value, index) => {
          const name = values.length === 2 ? `${index === 0 ? 'From' : 'To'} ${label}` : `Value of ${label}`
          return (
            <ValueField key={name} label={name} type={type} value={value} onChange={(next) => setValue(index, next)} />
          )
        })
      )}
    </div>
  )
}

interface ValueFieldProps {
  readonly label: string
  readonly type: DatasetField['type']
  readonly value: string
  readonly onChange: (value: string) => void
}

function ValueField({ label, type, value, onChange }: ValueFieldProps) {
  if (isDateType(type))
    return (
      <div className={classes['value']}>
        <DayPicker label={label} value={value === '' ? null : value} onChange={(day) => onChange(day ?? '')} />
      </div>
    )
  if (isNumericColumn(type))
    return (
      <NumericInput
        isCompact
        isSigned
        className={classes['value'] ?? ''}
        aria-label={label}
        placeholder="Number"
        value={value}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      className={classes['value'] ?? ''}
      aria-label={label}
      placeholder={type === 'MONTH' ? 'YYYY-MM' : 'Text'}
      maxLength={maxLengthOf(ReportCondition.shape.values)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The typed text is preserved, including commas. */
function SeveralField({
  label,
  values,
  onChange,
}: {
  readonly label: string
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}) {
  const [text, setText] = useState(values.join(', '))
  return (
    <TextInput
      className={classes['value'] ?? ''}
      aria-label={label}
      placeholder="One, or several with commas"
      maxLength={2000}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(splitValues(event.currentTarget.value))
      }}
    />
  )
}
