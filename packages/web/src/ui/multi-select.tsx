// A multi-select with search and Select All. Its arrow opens and closes it; a click outside or Esc closes it.
// Source: docs/rules/interface.md, "Multi-select".
import { Checkbox, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FieldLabel } from './form-layout.tsx'
import classes from './multi-select.module.css'
import { truncate } from './truncate.ts'

export interface Choice<Key extends string = string> {
  readonly key: Key
  readonly value: string
}

export interface MultiSelectProps<Key extends string> {
  readonly label: string
  readonly choices: readonly Choice<Key>[]
  readonly selected: readonly Key[]
  readonly onChange: (selected: Key[]) => void
  readonly placeholder?: string
  /** `tag` is the bordered filter of a table's toolbar: dimmed name, then the value. */
  readonly variant?: 'field' | 'tag'
  readonly isDisabled?: boolean
}

const shownCharacters = 30

export function MultiSelect<Key extends string>({
  label,
  choices,
  selected,
  onChange,
  placeholder = 'Select...',
  variant = 'field',
  isDisabled = false,
}: MultiSelectProps<Key>) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const labelId = useId()
  const valueId = useId()
  const chosen = new Set(selected)
  const found = choices.filter((choice) => choice.value.toLowerCase().includes(words.trim().toLowerCase()))
  const isAll = found.length > 0 && found.every((choice) => chosen.has(choice.key))
  const isSome = found.some((choice) => chosen.has(choice.key))
  const keep = (keys: ReadonlySet<Key>) =>
    onChange(choices.filter((choice) => keys.has(choice.key)).map((choice) => choice.key))
  const toggle = (key: Key) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    keep(next)
  }
  const toggleAll = () => {
    const next = new Set(chosen)
    for (const { key } of found) {
      if (isAll) next.delete(key)
      else next.add(key)
    }
    keep(next)
  }
  const summary = summaryOf(choices, chosen)
  return (
    <div className={classes['root']} data-variant={variant}>
      {variant === 'field' ? <FieldLabel id={labelId}>{label}</FieldLabel> : null}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        width={variant === 'field' ? 'target' : 260}
        position="bottom-start"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton
            className={classes['target']}
            disabled={isDisabled}
            aria-labelledby={`${labelId} ${valueId}`}
            onClick={() => setOpen((before) => !before)}
          >
            {variant === 'tag' ? (
              <span id={labelId} className={classes['name']}>
                {label}
              </span>
            ) : null}
            <span id={valueId} className={classes['value']} data-empty={summary === undefined || undefined}>
              {summary ?? placeholder}
            </span>
            <IconChevronDown
              size={14}
              stroke={1.6}
              aria-hidden
              className={classes['arrow']}
              data-open={isOpen || undefined}
            />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-labelledby={labelId}>
          <TextInput
            data-autofocus
            aria-label={`Search ${label}`}
            placeholder="Search..."
            leftSection={<IconSearch size={14} stroke={1.6} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter chooses the first match, and does not submit the form around the field.
              event.preventDefault()
              const first = words.trim() === '' ? undefined : found[0]
              if (first) toggle(first.key)
            }}
          />
          <Checkbox
            className={classes['all'] ?? ''}
            label="Select All"
            checked={isAll}
            indeterminate={isSome && !isAll}
            disabled={found.length === 0}
            onChange={toggleAll}
          />
          <div className={classes['list']} role="group" aria-label={label}>
            {found.map((choice) => (
              <Checkbox
                key={choice.key}
                label={<span title={choice.value}>{truncate(choice.value, shownCharacters)}</span>}
                checked={chosen.has(choice.key)}
                onChange={() => toggle(choice.key)}
              />
            ))}
            {found.length === 0 ? <p className={classes['none']}>Nothing found</p> : null}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** Returns "EQUITY | ETF" while that fits, else "3 of 21" or "All 21"; undefined when nothing is selected. */
function summaryOf<Key extends string>(choices: readonly Choice<Key>[], chosen: ReadonlySet<Key>): string | undefined {
  const names = choices.filter((choice) => chosen.has(choice.key)).map((choice) => choice.value)
  if (names.length === 0) return undefined
  if (names.length === choices.length && names.length > 2) return `All ${names.length}`
  const words = names.join(' | ')
  return words.length <= shownCharacters ? words : `${names.length} of ${choices.length}`
}
