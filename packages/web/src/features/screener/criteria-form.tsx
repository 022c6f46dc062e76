// The criteria on the left of the screener: limits by slider or typed, moving averages, types and sectors.
import { assetTypes, averageLengths, type ScreenCriteria } from '@clubfolio/contract'
import { RangeSlider, Select, Slider, Tooltip, VisuallyHidden } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import {
  describeLimits,
  limitsMoved,
  sliders,
  slidersAt,
  thumbsAfterKey,
  typedLimits,
  withLimits,
  type Limits,
  type SliderSpec,
} from './criteria.ts'
import classes from './screener.module.css'

export interface CriteriaFormProps {
  readonly criteria: ScreenCriteria
  readonly sectors: readonly string[]
  readonly onChange: (criteria: ScreenCriteria) => void
}

const sides = [
  { value: 'any', label: 'Any' },
  { value: 'above', label: 'Close above' },
  { value: 'below', label: 'Close below' },
]

export function CriteriaForm({ criteria, sectors, onChange }: CriteriaFormProps) {
  return (
    <div className={classes['form']}>
      {sliders.map((spec) => (
        <BoundSlider
          key={spec.metric}
          spec={spec}
          criteria={criteria}
          onEnd={(limits) => onChange(withLimits(criteria, spec, limits))}
        />
      ))}
      <div className={classes['averages']}>
        {averageLengths.map((length) => (
          <Select
            key={length}
            label={`SMA(${length})`}
            allowDeselect={false}
            data={sides}
            value={criteria.averages[length] ?? 'any'}
            onChange={(side) => {
              const { [length]: _before, ...others } = criteria.averages
              onChange({
                ...criteria,
                averages: side === 'above' || side === 'below' ? { ...others, [length]: side } : others,
              })
            }}
          />
        ))}
      </div>
      <MultiSelect
        label="Type"
        placeholder="All"
        choices={assetTypes.map((type) => ({ key: type, value: type }))}
        selected={criteria.assetTypes}
        onChange={(chosen) => onChange({ ...criteria, assetTypes: chosen })}
      />
      <MultiSelect
        label="Sector"
        placeholder="All"
        choices={sectors.map((sector) => ({ key: sector, value: sector }))}
        selected={criteria.sectors}
        onChange={(chosen) => onChange({ ...criteria, sectors: chosen })}
      />
    </div>
  )
}

/**
 * Follows the thumb while it is dragged and runs the query on release; external changes of the criteria move the thumb,
 * which keeps the focus.
 */
function BoundSlider({
  spec,
  criteria,
  onEnd,
}: {
  readonly spec: SliderSpec
  readonly criteria: ScreenCriteria
  readonly onEnd: (limits: Limits) => void
}) {
  const at = slidersAt(criteria, spec)
  const [value, setValue] = useState(at)
  const [asked, setAsked] = useState(at)
  if (asked[0] !== at[0] || asked[1] !== at[1]) {
    setAsked(at)
    setValue(at)
  }
  const limits = limitsMoved(criteria, spec, value)
  const end = (to: readonly [number, number]) => onEnd(limitsMoved(criteria, spec, to))
  const { label, min, max, step, isSingle } = spec
  /** Home, End and the page keys, which native sliders support but the library's range slider does not. */
  const jump = (event: KeyboardEvent) => {
    const name = event.target instanceof HTMLElement ? event.target.getAttribute('aria-label') : null
    const thumb = name === `${label}, from` ? 'from' : name === `${label}, to` ? 'to' : undefined
    const moved = thumb && thumbsAfterKey(event.key, value, thumb, spec)
    if (!moved) return
    event.preventDefault()
    setValue(moved)
    end(moved)
  }
  return (
    <div className={classes['slider']} role="group" aria-label={`${label}: ${describeLimits(spec, limits)}`}>
      <div className={classes['words']}>
        <span>{label}</span>
        <span className={classes['limits']}>
          <LimitField spec={spec} side="from" limits={limits} onEnd={onEnd} />
          {isSingle ? null : (
            <>
              <span aria-hidden>–</span>
              <LimitField spec={spec} side="to" limits={limits} onEnd={onEnd} />
            </>
          )}
          <span className={classes['unit']}>{spec.unit}</span>
        </span>
      </div>
      {isSingle ? (
        <Slider
          size="sm"
          label={null}
          thumbLabel={label}
          min={min}
          max={max}
          step={step}
          value={value[0]}
          onChange={(from) => setValue([from, max])}
          onChangeEnd={(from) => end([from, max])}
        />
      ) : (
        <RangeSlider
          onKeyDown={jump}
          size="sm"
          label={null}
          thumbFromLabel={`${label}, from`}
          thumbToLabel={`${label}, to`}
          minRange={0}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={setValue}
          onChangeEnd={end}
        />
      )}
    </div>
  )
}

/** A limit as a number. It counts when the field is left or Enter is pressed; empty is open. */
function LimitField({
  spec,
  side,
  limits,
  onEnd,
}: {
  readonly spec: SliderSpec
  readonly side: 'from' | 'to'
  readonly limits: Limits
  readonly onEnd: (limits: Limits) => void
}) {
  const limit = side === 'from' ? limits[0] : limits[1]
  const shown = limit === null ? '' : String(limit)
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const take = () => {
    if (typed === undefined || isInvalidNumber(typed)) return
    const next = typedLimits(limits, side, typed)
    if (typeof next === 'string') return setRefused(next)
    setTyped(undefined)
    if (typed !== shown) onEnd(next)
  }
  const label = spec.isSingle ? spec.label : `${spec.label} ${side === 'from' ? 'at least' : 'at most'}`
  return (
    <Tooltip label={refused} opened={refused !== undefined} withinPortal>
      <span>
        <NumericInput
          aria-label={label}
          isCompact
          isSigned={spec.min < 0}
          size="xs"
          className={classes['limit'] ?? ''}
          placeholder="any"
          value={typed ?? shown}
          error={refused !== undefined}
          onChange={(text) => {
            setTyped(text)
            setRefused(undefined)
          }}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
            if (event.key !== 'Escape' || typed === undefined) return
            setTyped(undefined)
            setRefused(undefined)
          }}
        />
        {refused === undefined ? null : <VisuallyHidden role="alert">{refused}</VisuallyHidden>}
      </span>
    </Tooltip>
  )
}
