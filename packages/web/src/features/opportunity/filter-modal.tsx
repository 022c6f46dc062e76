// The Filter modal: Long or Short, QEC, IPO year, Symbol, Capital, Risk and instrument types. Nothing is fetched before
// Filter is pressed.
// Source: docs/rules/trading.md, "Opportunity seeker".
import { instrumentSymbol, maxLengthOf } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldPair } from '../../ui/form-layout.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { proposalNote, riskProposal } from '../calculator/risk-proposal.ts'
import { filterFaults, listTypes, writeTypes, type SeekerFilter } from './opportunity-filter.ts'
import classes from './opportunity.module.css'

export interface FilterModalProps {
  readonly fields: SeekerFilter
  readonly years: readonly number[]
  readonly types: readonly string[]
  readonly onClose: () => void
  /** Changing the direction clears the table immediately. */
  readonly onDirection: (direction: SeekerFilter['direction']) => void
  readonly onFilter: (fields: SeekerFilter) => void
}

const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
]

export function FilterModal({ fields: given, years, types, onClose, onDirection, onFilter }: FilterModalProps) {
  const form = useCheckedForm<SeekerFilter>({ initialValues: given, ownErrors: filterFaults })
  const fields = form.values
  /** The proposal in the risk field while the user has not typed into it. */
  const [proposed, setProposed] = useState<string>()
  const change = form.setValues
  // The direction is applied at once, and a proposal was not typed: neither is lost.
  const isDirty =
    (proposed === undefined && form.isDirty('risk')) ||
    (['capital', 'symbol', 'types', 'year', 'qec'] as const).some((name) => form.isDirty(name))
  /** Returns true when it changed the risk, so that the user can read it before it applies. */
  const propose = (): boolean => {
    form.leave('capital')
    const hasCapital = filterFaults(fields).capital === undefined
    const risk = riskProposal({ capital: hasCapital ? fields.capital : '', risk: fields.risk }, proposed)
    if (risk === undefined) return false
    change({ risk })
    setProposed(risk === '' ? undefined : risk)
    return true
  }
  const typeRisk = (risk: string) => {
    setProposed(undefined)
    change({ risk })
  }
  return (
    <FormModal
      title="Filter"
      icon={IconFilter}
      submit="Filter"
      openCount={form.openCount}
      isDirty={isDirty}
      onSubmit={() => {
        if (!propose()) onFilter(fields)
      }}
      onIncomplete={propose}
      onClose={onClose}
    >
      <FieldPair>
        <SegmentedControl
          fullWidth
          aria-label="Direction"
          data={directions}
          value={fields.direction}
          onChange={(value) => {
            const direction = value === 'short' ? 'short' : 'long'
            change({ direction })
            onDirection(direction)
          }}
        />
        <div className={classes['switch']}>
          <Text size="xs" fw={500}>
            QEC
          </Text>
          <Toggle
            label="Only candidates that qualify at this capital"
            isOn={fields.qec === 'true'}
            onLabel="Yes"
            offLabel="No"
            onChange={(isOn) => change({ qec: isOn ? 'true' : 'false' })}
          />
        </div>
      </FieldPair>
      <p className={classes['note']}>
        QEC lists only candidates whose investment is above $800 and within the capital.
      </p>
      <FieldPair>
        <NumericInput
          label="Capital"
          withAsterisk
          prefix="$"
          data-autofocus
          value={fields.capital}
          error={form.errorOf('capital')}
          onChange={(capital) => change({ capital })}
          onBlur={() => void propose()}
          onReset={() => change({ capital: '' })}
        />
        <NumericInput
          label="Risk %"
          withAsterisk
          suffix="%"
          value={fields.risk}
          error={form.errorOf('risk')}
          isProposed={proposed !== undefined}
          description={proposed === undefined ? undefined : proposalNote}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={typeRisk}
          onBlur={() => form.leave('risk')}
          onReset={() => typeRisk('')}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="Symbol"
          placeholder="All"
          maxLength={maxLengthOf(instrumentSymbol)}
          value={fields.symbol}
          onChange={(event) => change({ symbol: event.currentTarget.value.toUpperCase().trim() })}
        />
        <Select
          label="IPO year"
          allowDeselect={false}
          value={fields.year === null ? 'All' : String(fields.year)}
          data={['All', ...years.map(String)]}
          onChange={(value) => change({ year: value === null || value === 'All' ? null : Number(value) })}
        />
      </FieldPair>
      <MultiSelect
        label="Instrument"
        choices={types.map((type) => ({ key: type, value: sentenceCase(type) }))}
        selected={listTypes(fields.types, types)}
        onChange={(chosen) => {
          form.leave('types')
          change({ types: writeTypes(chosen, types) })
        }}
      />
      {form.errorOf('types') ? (
        <p className={classes['fault']} role="alert">
          {form.errorOf('types')}
        </p>
      ) : null}
    </FormModal>
  )
}
