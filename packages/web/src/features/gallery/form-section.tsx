// Fields with their errors, number-only input, days, multiple choice from a list.
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FieldLabel, FieldPair } from '../../ui/form-layout.tsx'
import { DayPicker, DayRangePicker } from '../../ui/day-picker.tsx'
import type { DayRange } from '../../ui/day-range.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { MultiSelect, type Choice } from '../../ui/multi-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import classes from './gallery.module.css'

const choices: readonly Choice[] = [
  { key: 'EQUITY', value: 'EQUITY' },
  { key: 'ETF', value: 'ETF' },
  { key: 'INDEX', value: 'INDEX' },
  { key: 'FUND', value: 'Exchange traded closed-end fund of a very long name' },
]

export function FormSection() {
  const [amount, setAmount] = useState('52000')
  const [description, setDescription] = useState('')
  const [day, setDay] = useState<string | null>('2026-11-20')
  const [range, setRange] = useState<DayRange>([null, null])
  const [types, setTypes] = useState<string[]>(['EQUITY', 'ETF'])
  const amountError = Number(amount) > 33_715.6 ? 'At most $33,715.60 on this date' : undefined
  const openCount =
    (amountError || amount === '' || isInvalidNumber(amount) ? 1 : 0) +
    (description.trim() === '' ? 1 : 0) +
    (day === null ? 1 : 0)
  return (
    <Panel title="Form" isPadded>
      <form
        className={classes['stack']}
        aria-label="Sample form"
        onSubmit={(event) => {
          event.preventDefault()
          showToast({ tone: 'success', title: 'Message', message: 'The contribution was created' })
        }}
      >
        <FieldPair areNarrow>
          <NumericInput
            label="Amount"
            withAsterisk
            prefix="$"
            value={amount}
            onChange={setAmount}
            error={amountError}
            onReset={() => setAmount('')}
          />
          <div>
            <FieldLabel>Type</FieldLabel>
            <SegmentedControl fullWidth aria-label="Type" data={['Contrib', 'Retrib']} defaultValue="Retrib" />
          </div>
        </FieldPair>
        <TextInput
          label="Description"
          withAsterisk
          placeholder="Why the money moves"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <FieldPair areNarrow>
          <DayPicker label="Date" isRequired value={day} onChange={setDay} maxDay="2026-11-30" />
          <DayRangePicker label="Entered" value={range} onChange={setRange} />
        </FieldPair>
        <FieldPair areNarrow>
          <MultiSelect label="Instrument" choices={choices} selected={types} onChange={setTypes} />
          <Select label="Account" data={['8841-2207 · Margin', '8841-5310 · Cash']} placeholder="Select account" />
        </FieldPair>
        <FormFoot submit="Create" openCount={openCount} onCancel={() => setDescription('')} />
      </form>
    </Panel>
  )
}
