// The fields of a report's filters, each by its kind: SELECT, DATE_RANGE, RADIO, PRICE_DOLLAR.
// Source: docs/rules/trading.md, "Static reports".
import type { ReportFilter } from '@clubfolio/contract'
import { Radio, Select } from '@mantine/core'
import { DayRangePicker } from '../../ui/day-picker.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { choiceFault, type ReportChoice, type FilterChoices } from './report-choices.ts'
import classes from './report.module.css'

export interface FilterFieldsProps {
  readonly filters: readonly ReportFilter[]
  readonly choices: FilterChoices
  readonly onChange: (key: string, choice: ReportChoice) => void
  /** Every filter without a choice says so, because the form around them cannot be saved. */
  readonly areRequired?: boolean
}

export function FilterFields({ filters, choices, onChange, areRequired = false }: FilterFieldsProps) {
  return filters.map((filter) => {
    const choice = choices[filter.nomenclatorConfigNameKey] ?? null
    return (
      <FilterField
        key={filter.nomenclatorConfigNameKey}
        filter={filter}
        choice={choice}
        error={areRequired ? choiceFault(choice) : undefined}
        onChange={(chosen) => onChange(filter.nomenclatorConfigNameKey, chosen)}
      />
    )
  })
}

interface FilterFieldProps {
  readonly filter: ReportFilter
  readonly choice: ReportChoice
  readonly error: string | undefined
  readonly onChange: (choice: ReportChoice) => void
}

/** Lists shorter than this need no search. */
const searchFrom = 8

function FilterField({ filter, choice, error, onChange }: FilterFieldProps) {
  const {
    nomenclatorConfigDisplayName: label,
    nomenclatorConfigDescription: description,
    inputTypeNameKey: type,
  } = filter
  const options = filter.nomenclatorConfigConfig.map(({ id, value }) => ({ value: id, label: value }))
  const word = typeof choice === 'string' ? choice : null
  const hint = description === '' ? {} : { title: description }
  switch (type) {
    case 'SELECT':
      return (
        <div className={classes['field']} {...hint}>
          <Select
            label={label}
            placeholder={options.length === 0 ? 'Nothing to choose' : 'Choose'}
            data={options}
            searchable={options.length >= searchFrom}
            nothingFoundMessage="Nothing found"
            allowDeselect={false}
            value={word}
            onChange={onChange}
            error={error}
          />
        </div>
      )
    case 'RADIO':
      return (
        <Radio.Group label={label} value={word} onChange={onChange} error={error} {...hint}>
          <div className={classes['radios']}>
            {options.map((option) => (
              <Radio key={option.value} size="xs" value={option.value} label={option.label} />
            ))}
          </div>
        </Radio.Group>
      )
    case 'PRICE_DOLLAR':
      return (
        <div className={classes['field']} {...hint}>
          <NumericInput label={label} prefix="$" value={word ?? ''} onChange={onChange} error={error} />
        </div>
      )
    case 'DATE_RANGE':
      return <PeriodField filter={filter} choice={choice} error={error} onChange={onChange} />
  }
}

const ownDays = 'OWN_DAYS'

/** Two fixed days, or a period that moves with the current day. */
function PeriodField({ filter, choice, error, onChange }: FilterFieldProps) {
  const label = filter.nomenclatorConfigDisplayName
  const periods = filter.nomenclatorConfigConfig.map(({ id, value }) => ({ value: id, label: value }))
  const isMoving = typeof choice === 'string'
  return (
    <div className={classes['period']} title={filter.nomenclatorConfigDescription}>
      {periods.length > 0 ? (
        <Select
          label={label}
          data={[{ value: ownDays, label: 'Custom days' }, ...periods]}
          allowDeselect={false}
          value={isMoving ? choice : ownDays}
          onChange={(value) => onChange(value === null || value === ownDays ? [null, null] : value)}
        />
      ) : null}
      {isMoving ? null : (
        <DayRangePicker
          label={periods.length > 0 ? 'First and last day' : label}
          value={choice ?? [null, null]}
          onChange={onChange}
          error={error}
        />
      )}
    </div>
  )
}
