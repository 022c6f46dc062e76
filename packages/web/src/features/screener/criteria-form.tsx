// The criteria on the left of the screener: sliders, moving averages, types and sectors.
import { assetTypes, averageLengths, type ScreenCriteria } from '@clubfolio/contract'
import { RangeSlider, Select, Slider } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { describeBound, sliders, slidersAt, thumbsAfterKey, withBounds, type SliderSpec } from './criteria.ts'
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
          at={slidersAt(criteria, spec)}
          onEnd={(at) => onChange(withBounds(criteria, spec, at))}
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
  at,
  onEnd,
}: {
  readonly spec: SliderSpec
  readonly at: [number, number]
  readonly onEnd: (at: [number, number]) => void
}) {
  const [value, setValue] = useState(at)
  const [asked, setAsked] = useState(at)
  if (asked[0] !== at[0] || asked[1] !== at[1]) {
    setAsked(at)
    setValue(at)
  }
  const { label, min, max, step, isSingle } = spec
  /** Home, End and the page keys, which native sliders support but the library's range slider does not. */
  const jump = (event: KeyboardEvent) => {
    const name = event.target instanceof HTMLElement ? event.target.getAttribute('aria-label') : null
    const thumb = name === `${label}, from` ? 'from' : name === `${label}, to` ? 'to' : undefined
    const moved = thumb && thumbsAfterKey(event.key, value, thumb, spec)
    if (!moved) return
    event.preventDefault()
    setValue(moved)
    onEnd(moved)
  }
  return (
    <div className={classes['slider']}>
      <div className={classes['words']}>
        <span>{label}</span>
        <output>{describeBound(spec, value)}</output>
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
          onChangeEnd={(from) => onEnd([from, max])}
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
          onChangeEnd={onEnd}
        />
      )}
    </div>
  )
}
