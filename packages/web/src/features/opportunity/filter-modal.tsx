// The Filter modal: Long or Short, QEC, IPO year, Symbol, Capital, Risk and instrument types. Nothing is fetched before
// Filter is pressed.
// Source: docs/rules/trading.md, "Opportunity seeker".
import { Button, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { proposalNote, riskProposal } from '../calculator/risk-proposal.ts'
import { countOpenFields, filterFaults, listTypes, writeTypes, type FilterFields } from './opportunity-filter.ts'
import classes from './opportunity.module.css'

export interface FilterModalProps {
  readonly fields: FilterFields
  readonly years: readonly number[]
  readonly types: readonly string[]
  readonly onClose: () => void
  /** Changing the direction clears the table immediately. */
  readonly onDirection: (direction: FilterFields['direction']) => void
  readonly onFilter: (fields: FilterFields) => void
}

const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
]

export function FilterModal({ fields: given, years, types, onClose, onDirection, onFilter }: FilterModalProps) {
  const formId = useId()
  const [fields, setFields] = useState(given)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  /** The proposal in the risk field while the user has not typed into it. */
  const [proposed, setProposed] = useState<string>()
  const faults = filterFaults(fields)
  const change = (part: Partial<FilterFields>) => setFields((before) => ({ ...before, ...part }))
  const touch = (name: string) => setTouched((before) => new Set(before).add(name))
  const shown = (name: keyof typeof faults) => (touched.has(name) ? faults[name] : undefined)
  /** Returns true when it changed the risk, so that the user can read it before it applies. */
  const propose = (): boolean => {
    touch('capital')
    const risk = riskProposal(
      { capital: faults.capital === undefined ? fields.capital : '', risk: fields.risk },
      proposed,
    )
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
    <Modal
      isOpen
      onClose={onClose}
      title="Filter"
      icon={IconFilter}
      foot={<FormFoot form={formId} submit="Filter" openCount={countOpenFields(fields)} onCancel={onClose} />}
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!propose() && countOpenFields(fields) === 0) onFilter(fields)
        }}
      >
        <div className={classes['pair']}>
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
        </div>
        <p className={classes['note']}>
          QEC lists only candidates whose investment is above $800 and within the capital.
        </p>
        <div className={classes['pair']}>
          <NumericInput
            label="Capital"
            withAsterisk
            prefix="$"
            data-autofocus
            value={fields.capital}
            error={shown('capital')}
            onChange={(capital) => change({ capital })}
            onBlur={() => void propose()}
            onReset={() => change({ capital: '' })}
          />
          <NumericInput
            label="Risk %"
            withAsterisk
            suffix="%"
            value={fields.risk}
            error={shown('risk')}
            isProposed={proposed !== undefined}
            description={proposed === undefined ? undefined : proposalNote}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            onChange={typeRisk}
            onBlur={() => touch('risk')}
            onReset={() => typeRisk('')}
          />
        </div>
        <div className={classes['pair']}>
          <TextInput
            label="Symbol"
            placeholder="All"
            maxLength={24}
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
        </div>
        <MultiSelect
          label="Instrument"
          choices={types.map((type) => ({ key: type, value: type }))}
          selected={listTypes(fields.types).filter((type) => types.includes(type))}
          onChange={(chosen) => {
            touch('types')
            change({ types: writeTypes(chosen, types) })
          }}
        />
        {shown('types') ? (
          <p className={classes['fault']} role="alert">
            {shown('types')}
          </p>
        ) : null}
        {/* Enter in a field submits even though the visible button is in the footer. */}
        <Button type="submit" display="none" aria-hidden tabIndex={-1}>
          Filter
        </Button>
      </form>
    </Modal>
  )
}
