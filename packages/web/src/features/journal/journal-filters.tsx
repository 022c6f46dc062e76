// The filters of the journal. Each applies at once, because a trader looks by changing one after the other.
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { DayRangePicker } from '../../ui/day-picker.tsx'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { hasFilter, noFilter, journalPeriods, periodWords, type JournalPlace } from './journal-place.ts'
import { holdingWords, sideWords, weekdayWords } from './journal-words.ts'
import classes from './journal.module.css'

export interface JournalFiltersProps {
  readonly place: JournalPlace
  readonly setups: readonly string[]
  readonly tags: readonly string[]
  readonly onChange: (change: Partial<JournalPlace>) => void
}

const periodChoices = journalPeriods.map((value) => ({ value, label: periodWords[value] }))
const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const resultWords = { WIN: 'Wins', LOSS: 'Losses', EVEN: 'Zero' } as const
const unitWords = { R: 'R', USD: 'Dollars' } as const
const stateWords = { CLOSED: 'Closed', OPEN: 'Open' } as const

export function JournalFilters({ place, setups, tags, onChange }: JournalFiltersProps) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const change = (fields: Partial<JournalPlace>) => onChange({ ...fields, start: 0 })
  const choosePeriod = (value: string | null) =>
    change({ period: journalPeriods.find((one) => one === value) ?? 'all' })
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      {isPhone ? (
        <Select
          label="Closed in"
          data={periodChoices}
          value={place.period}
          allowDeselect={false}
          onChange={choosePeriod}
        />
      ) : (
        <SegmentedControl
          aria-label="Closed in"
          className={classes['periods']}
          data={periodChoices}
          value={place.period}
          onChange={choosePeriod}
        />
      )}
      {place.period === 'own' ? <OwnRange place={place} onChange={change} /> : null}
      {isPhone ? (
        <Button
          variant="default"
          leftSection={<IconFilter size={14} stroke={1.6} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      ) : null}
      {isPhone && !isOpen ? null : <MoreFilters place={place} setups={setups} tags={tags} onChange={change} />}
      {hasFilter(place) ? (
        <Button variant="subtle" onClick={() => change(noFilter)}>
          Reset
        </Button>
      ) : null}
    </div>
  )
}

function OwnRange({ place, onChange }: Pick<JournalFiltersProps, 'place' | 'onChange'>) {
  const [range, setRange] = useState<DayRange>([place.from || null, place.to || null])
  return (
    <div className={classes['range']}>
      <DayRangePicker
        label="From and to"
        value={range}
        onChange={(next) => {
          setRange(next)
          if (isCompleteRange(next)) onChange({ from: next[0], to: next[1] })
          else if (next[0] === null && next[1] === null) onChange({ from: '', to: '' })
        }}
      />
    </div>
  )
}

function MoreFilters({ place, setups, tags, onChange }: JournalFiltersProps) {
  const [code, setCode] = useState(place.code)
  /** The address is changed from elsewhere too: by a group of the statistics, and by Reset. */
  const [shown, setShown] = useState(place.code)
  if (shown !== place.code) {
    setShown(place.code)
    setCode(place.code)
  }
  const own = (known: readonly string[], chosen: string) =>
    chosen === '' || known.includes(chosen) ? [...known] : [chosen, ...known]
  return (
    <>
      <TextInput
        label="Symbol"
        value={code}
        maxLength={24}
        placeholder="Any"
        onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
        onBlur={() => onChange({ code: code.trim() })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange({ code: code.trim() })
        }}
      />
      <Select
        label="State"
        data={choices(stateWords)}
        value={place.state || null}
        placeholder="Any"
        clearable
        onChange={(value) => onChange({ state: value === 'OPEN' || value === 'CLOSED' ? value : '' })}
      />
      <Select
        label="Side"
        data={choices(sideWords)}
        value={place.side || null}
        placeholder="Any"
        clearable
        onChange={(value) => onChange({ side: value === 'LONG' || value === 'SHORT' ? value : '' })}
      />
      <Select
        label="Result"
        data={choices(resultWords)}
        value={place.result || null}
        placeholder="Any"
        clearable
        onChange={(value) => onChange({ result: value === 'WIN' || value === 'LOSS' || value === 'EVEN' ? value : '' })}
      />
      <Select
        label="Setup"
        data={own(setups, place.setup)}
        value={place.setup || null}
        placeholder="Any"
        nothingFoundMessage="No setup yet"
        searchable
        clearable
        onChange={(value) => onChange({ setup: value ?? '' })}
      />
      <Select
        label="Tag"
        data={own(tags, place.tag)}
        value={place.tag || null}
        placeholder="Any"
        nothingFoundMessage="No tag yet"
        searchable
        clearable
        onChange={(value) => onChange({ tag: value ?? '' })}
      />
      <Select
        label="Entered on"
        data={choices(weekdayWords)}
        value={place.weekday === 0 ? null : String(place.weekday)}
        placeholder="Any day"
        clearable
        onChange={(value) => onChange({ weekday: Number(value ?? 0) })}
      />
      <Select
        label="Held"
        data={choices(holdingWords)}
        value={place.holding || null}
        placeholder="Any time"
        clearable
        onChange={(value) => onChange({ holding: isHolding(value) ? value : '' })}
      />
      <ExcursionLimits place={place} onChange={onChange} />
    </>
  )
}

/** How far a trade was in profit and in loss, in R or dollars. Applied on Enter and on leaving a field. */
function ExcursionLimits({ place, onChange }: Pick<JournalFiltersProps, 'place' | 'onChange'>) {
  const [limits, setLimits] = useState({ best: place.best, worst: place.worst })
  const [shown, setShown] = useState(limits)
  if (shown.best !== place.best || shown.worst !== place.worst) {
    setShown({ best: place.best, worst: place.worst })
    setLimits({ best: place.best, worst: place.worst })
  }
  const apply = () => {
    const { best, worst } = limits
    if (isInvalidNumber(best) || isInvalidNumber(worst)) return
    if (best !== place.best || worst !== place.worst) onChange({ best, worst })
  }
  const suffix = place.unit === 'R' ? { suffix: 'R' } : { prefix: '$' }
  return (
    <>
      {(['best', 'worst'] as const).map((name) => (
        <NumericInput
          key={name}
          label={name === 'best' ? 'Best at least' : 'Worst at most'}
          placeholder="Any"
          isSigned
          {...suffix}
          value={limits[name]}
          onChange={(text) => setLimits({ ...limits, [name]: text })}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
      ))}
      <Select
        label="Limits in"
        data={choices(unitWords)}
        value={place.unit}
        allowDeselect={false}
        onChange={(value) => onChange({ unit: value === 'USD' ? 'USD' : 'R' })}
      />
    </>
  )
}

const isHolding = (value: string | null): value is Exclude<JournalPlace['holding'], ''> =>
  value !== null && Object.hasOwn(holdingWords, value)
