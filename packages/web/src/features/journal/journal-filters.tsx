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
      <WordFilter label="State" words={stateWords} value={place.state} onChange={(state) => onChange({ state })} />
      <WordFilter label="Side" words={sideWords} value={place.side} onChange={(side) => onChange({ side })} />
      <WordFilter label="Result" words={resultWords} value={place.result} onChange={(result) => onChange({ result })} />
      <OwnWordFilter label="Setup" known={setups} value={place.setup} onChange={(setup) => onChange({ setup })} />
      <OwnWordFilter label="Tag" known={tags} value={place.tag} onChange={(tag) => onChange({ tag })} />
      <WordFilter
        label="Entered on"
        words={weekdayWords}
        value={place.weekday === 0 ? '' : String(place.weekday)}
        placeholder="Any day"
        onChange={(weekday) => onChange({ weekday: Number(weekday) })}
      />
      <WordFilter
        label="Held"
        words={holdingWords}
        value={place.holding}
        placeholder="Any time"
        onChange={(holding) => onChange({ holding })}
      />
      <ExcursionLimits place={place} onChange={onChange} />
    </>
  )
}

interface WordFilterProps<Key extends string> {
  readonly label: string
  readonly words: Readonly<Record<Key, string>>
  /** Empty for any. */
  readonly value: Key | ''
  readonly placeholder?: string
  readonly onChange: (value: Key | '') => void
}

/** One of a few fixed words, or any. */
function WordFilter<Key extends string>({ label, words, value, placeholder = 'Any', onChange }: WordFilterProps<Key>) {
  const isKey = (key: string | null): key is Key => key !== null && Object.hasOwn(words, key)
  return (
    <Select
      label={label}
      data={choices(words)}
      value={value || null}
      placeholder={placeholder}
      clearable
      onChange={(key) => onChange(isKey(key) ? key : '')}
    />
  )
}

interface OwnWordFilterProps {
  readonly label: 'Setup' | 'Tag'
  /** Those that the user has given to trades. */
  readonly known: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function OwnWordFilter({ label, known, value, onChange }: OwnWordFilterProps) {
  return (
    <Select
      label={label}
      data={value === '' || known.includes(value) ? [...known] : [value, ...known]}
      value={value || null}
      placeholder="Any"
      nothingFoundMessage={`No ${label.toLowerCase()} yet`}
      searchable
      clearable
      onChange={(chosen) => onChange(chosen ?? '')}
    />
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
