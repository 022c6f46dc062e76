// The levels panel next to the chart: price fields, the resulting stop, and the direction. The keyboard's way to set a
// level.
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconBellPlus, IconTarget } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import classes from './level-panel.module.css'
import type { SetLevel } from './levels.ts'
import type { ChartLevels } from './use-levels.ts'

const titles: Readonly<Record<SetLevel, string>> = { resistance: 'Resistance', support: 'Support' }
const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
] as const

const decimals = (price: number) => price.toFixed(price < 1 ? 4 : 2)

export interface LevelPanelProps {
  readonly levels: ChartLevels
  /** Sets an alert on a level; undefined for users without alerts. */
  readonly onAlert?: ((name: SetLevel, price: number) => void) | undefined
}

export function LevelPanel({ levels, onAlert }: LevelPanelProps) {
  const id = useId()
  const stop = levels.lines.stopLoss
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <h3 id={id} className={classes['title']}>
        Levels
      </h3>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Direction"
        value={levels.levels.direction}
        onChange={(value) => levels.setDirection(value === 'short' ? 'short' : 'long')}
        data={directions.map(({ value, label }) => ({ value, label }))}
      />
      {(['resistance', 'support'] as const).map((name) => (
        <LevelField key={`${name} ${levels.levels[name] ?? ''}`} name={name} levels={levels} onAlert={onAlert} />
      ))}
      <div className={classes['row']}>
        <span className={classes['mark']} data-level="stopLoss" aria-hidden />
        <span className={classes['name']}>Stop loss</span>
        <output className={classes['value']} aria-label="Stop loss">
          {stop === undefined ? '--' : decimals(stop.price)}
        </output>
      </div>
      <p className={classes['note']}>
        {stop?.note ??
          (levels.levels.direction === 'long' ? 'Follows from the support.' : 'Follows from the resistance.')}
      </p>
    </section>
  )
}

/** Typed prices commit on Enter and on blur; an emptied field removes the line. */
function LevelField({ name, levels, onAlert }: LevelPanelProps & { readonly name: SetLevel }) {
  const price = levels.levels[name]
  const shown = price === undefined ? '' : decimals(price)
  const [text, setText] = useState(shown)
  const isPicking = levels.picking === name
  const commit = () => {
    if (text === shown || isInvalidNumber(text)) return
    const typed = Number(text)
    const isPlaced = levels.place(name, typed > 0 ? typed : undefined)
    setText(isPlaced && typed > 0 ? decimals(typed) : '')
  }
  const pick = isPicking ? `Stop drawing the ${name}` : `Click the chart to draw the ${name}`
  return (
    <div className={classes['row']}>
      <span className={classes['mark']} data-level={name} aria-hidden />
      <span className={classes['name']} aria-hidden>
        {titles[name]}
      </span>
      {onAlert && price !== undefined ? (
        <Tooltip label={`Alert when the ${name} is broken`}>
          <ActionIcon
            size={24}
            variant="subtle"
            aria-label={`Alert when the ${name} is broken`}
            onClick={() => onAlert(name, price)}
          >
            <IconBellPlus size={14} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Tooltip label={pick}>
        <ActionIcon
          size={24}
          variant={isPicking ? 'light' : 'subtle'}
          aria-label={pick}
          aria-pressed={isPicking}
          onClick={() => levels.setPicking(isPicking ? undefined : name)}
        >
          <IconTarget size={14} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <NumericInput
        className={classes['field'] ?? ''}
        size="xs"
        isCompact
        aria-label={`${titles[name]} price`}
        value={text}
        onChange={setText}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
        onReset={price === undefined ? undefined : () => levels.place(name, undefined)}
      />
    </div>
  )
}
