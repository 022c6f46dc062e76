// The names in the tree of classes: a leaf opens its instruments, an instrument says how much of it is held.
import type { AllocationClass, AllocationInstrument } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../../ui/format/number.ts'
import classes from './allocation.module.css'
import { trimDecimals } from './format-points.ts'

interface ClassNameProps {
  readonly one: AllocationClass
  readonly isOpen: boolean
  readonly onToggle: (key: string) => void
}

/** The name of a leaf opens its instruments. */
export function ClassName({ one: { key, name, isLeaf, instruments }, isOpen, onToggle }: ClassNameProps) {
  if (!isLeaf || instruments.length === 0) return <span className={classes['className']}>{name}</span>
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton className={classes['toggle']} aria-expanded={isOpen} onClick={() => onToggle(key)}>
      <Mark size={14} stroke={1.8} aria-hidden />
      {name}
    </UnstyledButton>
  )
}

export function InstrumentName({ instrument: { code, name } }: { readonly instrument: AllocationInstrument }) {
  return (
    <span className={classes['instrument']}>
      {code === null ? name : <strong>{formatCode(code)}</strong>}
      {code === null || name === formatCode(code) ? null : <span className={classes['second']}>{name}</span>}
    </span>
  )
}

/** `120 at 48.15`, `not held`, or nothing for cash. */
export function describeQuantity({ kind, quantity, lastPrice }: AllocationInstrument): string {
  if (quantity === null) return ''
  if (Number(quantity) === 0) return 'not held'
  const price = lastPrice === null ? '' : ` at ${Number(lastPrice).toFixed(2)}`
  return `${formatCount(trimDecimals(quantity))}${price}${kind === 'OPTION' ? ', an option' : ''}`
}
