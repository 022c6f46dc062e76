// The code of a ticket: typed, or found by code or company name as in the company search; Enter takes the first match.
// Source: docs/rules/interface.md, "Company search".
import { isOptionCode } from '@clubfolio/domain'
import { Autocomplete } from '@mantine/core'
import { useMemo } from 'react'
import { api } from '../../kernel/api.ts'
import { useKeywordSearch } from '../../ui/use-keyword-search.ts'
import classes from './order-ticket.module.css'

const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })
const shownCompanies = 6
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export interface CodeFieldProps {
  readonly value: string
  /** The brokerage has a price for the code, whatever the search finds. */
  readonly isQuoted: boolean
  /** The ticket opens in this field. */
  readonly isFirst: boolean
  readonly error: string | undefined
  readonly onBlur: () => void
  /** The code is chosen, confirmed by Enter, or left: it is no longer being typed. */
  readonly onEnter: (code: string) => void
  readonly onChange: (code: string) => void
}

export function CodeField({ value, isQuoted, isFirst, error, onBlur, onEnter, onChange }: CodeFieldProps) {
  const { results, isAnswered } = useKeywordSearch(isOptionCode(value) ? '' : value, search)
  const names = useMemo(() => new Map(results.map(({ code, name }) => [code, name])), [results])
  // A fully typed code needs no list below it.
  const codes = names.has(value) ? [] : [...names.keys()].slice(0, shownCompanies)
  const isUnknown = isAnswered && results.length === 0 && !isQuoted
  return (
    <Autocomplete
      label="Code"
      {...(isFirst ? { 'data-autofocus': true } : {})}
      autoComplete="off"
      spellCheck={false}
      maxLength={24}
      placeholder="Code or company"
      value={value}
      error={error}
      description={isUnknown ? <span role="status">No company found for {value.trim()}</span> : undefined}
      inputWrapperOrder={below}
      data={codes}
      // Turned on by the first matches, so that they are marked when they arrive.
      selectFirstOptionOnChange={codes.length > 0}
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
        onEnter(value.trim())
        onBlur()
      }}
      onOptionSubmit={onEnter}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter(value)
      }}
      onChange={(text) => onChange(text.toUpperCase().trimStart())}
    />
  )
}
