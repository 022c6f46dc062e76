// The line of filter tags above the table: each shows its value, opens the Filter modal, and has its own reset.
import { sentenceCase } from '@clubfolio/domain'
import type { ReactNode } from 'react'
import { FilterTag } from '../../ui/filter-tag.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { filterResets, listTypes, type SeekerFilter } from './opportunity-filter.ts'
import classes from './opportunity.module.css'

export interface FilterTagsProps {
  readonly fields: SeekerFilter
  readonly types: readonly string[]
  readonly onOpen: () => void
  readonly onReset: (reset: Partial<SeekerFilter>) => void
  /** Further content of the line. */
  readonly children?: ReactNode
}

export function FilterTags({ fields, types, onOpen, onReset, children }: FilterTagsProps) {
  const tags: readonly (readonly [keyof typeof filterResets, string, string])[] = [
    ['capital', 'Capital', fields.capital === '' ? '--' : money(fields.capital)],
    ['risk', 'Risk', fields.risk === '' ? '--' : `${fields.risk}%`],
    ['symbol', 'Symbol', fields.symbol === '' ? 'All' : fields.symbol],
    ['year', 'IPO year', fields.year === null ? 'All' : String(fields.year)],
    ['direction', 'Direction', fields.direction === 'long' ? 'Long' : 'Short'],
    ['qec', 'QEC', fields.qec === 'true' ? 'Yes' : 'No'],
    ['types', 'Instrument', listTypes(fields.types, types).map(sentenceCase).join(' | ') || 'None'],
  ]
  return (
    <div className={classes['tags']} role="group" aria-label="Filters">
      {tags.map(([key, name, value]) => (
        <FilterTag key={key} name={name} value={value} onClick={onOpen} onReset={() => onReset(filterResets[key])} />
      ))}
      {children}
    </div>
  )
}

const money = (text: string): string => (/^\d+(\.\d*)?$/.test(text) ? formatMoney(text) : text)
