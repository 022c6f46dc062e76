// Picked fields in order, each with its control, a move-up and a remove button; more are added below.
import { ActionIcon, Select } from '@mantine/core'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './own-report.module.css'

export interface PickedItem {
  readonly key: string
  readonly label: string
  /** Shown next to the label: the date part, the kind of sum, the direction. */
  readonly control?: ReactNode
}

export interface PickedListProps {
  /** "Columns" */
  readonly label: string
  /** "Add a column" */
  readonly addLabel: string
  readonly items: readonly PickedItem[]
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onAdd: (value: string) => void
  /** Receives the indices after moving one up or removing one: `[1, 0, 2]`, `[0, 2]`. */
  readonly onArrange: (places: number[]) => void
}

export function PickedList({ label, addLabel, items, choices, onAdd, onArrange }: PickedListProps) {
  const places = items.map((_item, index) => index)
  const moveUp = (index: number) =>
    onArrange(places.map((place) => (place === index - 1 ? index : place === index ? index - 1 : place)))
  const remove = (index: number) => onArrange(places.filter((place) => place !== index))
  return (
    <div className={classes['picked']} role="group" aria-label={label}>
      <h3>{label}</h3>
      {items.length > 0 ? (
        <ol>
          {items.map((item, index) => (
            <li key={item.key}>
              <span title={item.label}>{item.label}</span>
              {item.control}
              <ActionIcon
                size={24}
                aria-label={`Move ${item.label} up`}
                disabled={index === 0}
                onClick={() => moveUp(index)}
              >
                <IconArrowUp size={14} stroke={1.6} />
              </ActionIcon>
              <ActionIcon size={24} aria-label={`Remove ${item.label}`} onClick={() => remove(index)}>
                <IconX size={14} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ol>
      ) : null}
      <Select
        aria-label={addLabel}
        placeholder={addLabel}
        data={[...choices]}
        searchable
        nothingFoundMessage="Nothing found"
        disabled={choices.length === 0}
        value={null}
        onChange={(value) => value !== null && onAdd(value)}
      />
    </div>
  )
}

/** Returns the items in the arrangement that `onArrange` reports. */
export const arrange = <Item,>(items: readonly Item[], places: readonly number[]): Item[] =>
  places.flatMap((place) => (place < items.length ? [items[place]!] : []))
