// The code of a ticket: typed, or found by company name from three letters on.
// Source: docs/rules/interface.md, "Company search".
import { Autocomplete } from '@mantine/core'
import { useMemo } from 'react'
import { api } from '../../kernel/api.ts'
import { useKeywordSearch } from '../../ui/use-keyword-search.ts'
import classes from './order-ticket.module.css'

const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })
const shownCompanies = 6

export interface CodeFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onBlur: () => void
  readonly onChange: (code: string) => void
}

export function CodeField({ value, error, onBlur, onChange }: CodeFieldProps) {
  const { results } = useKeywordSearch(value, search)
  const names = useMemo(() => new Map(results.map(({ code, name }) => [code, name])), [results])
  // A fully typed code needs no list below it.
  const codes = names.has(value) ? [] : [...names.keys()].slice(0, shownCompanies)
  return (
    <Autocomplete
      label="Code"
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      maxLength={24}
      placeholder="Code or company"
      value={value}
      error={error}
      data={codes}
      filter={({ options }) => options}
      openOnFocus={false}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <span className={classes['company']}>
          <strong>{option.value}</strong> {names.get(option.value)}
        </span>
      )}
      onBlur={() => {
        if (value !== value.trim()) onChange(value.trim())
        onBlur()
      }}
      onChange={(text) => onChange(text.toUpperCase().trimStart())}
    />
  )
}
