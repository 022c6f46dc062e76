// The company search: upper case, from 3 characters, results below; a click elsewhere clears text and results. Enter
// also takes a whole code, of one or two characters too, without waiting for the results. The caller decides what a
// choice does (chart screen, navigation, back to the host).
// Source: docs/rules/interface.md, "Company search".
import { minKeywordLength } from '@clubfolio/contract'
import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import classes from './company-search.module.css'
import { truncate } from './truncate.ts'
import { useKeywordSearch } from './use-keyword-search.ts'

export interface CompanyChoice {
  readonly id: string
  readonly code: string
  readonly name: string
}

export interface CompanySearchProps {
  /** Must be stable between renders. Finds an exact code of fewer than 3 characters. */
  readonly search: (keyword: string, signal: AbortSignal) => Promise<readonly CompanyChoice[]>
  readonly onChoose: (company: CompanyChoice) => void
  readonly label?: string
  readonly placeholder?: string
  readonly hasSpinner?: boolean
  /** Top-bar variant: 30 px high, quiet border, room for the palette button on the right, focused by the `/` key. */
  readonly isTopBar?: boolean
}

const shownCharacters = 50

export function CompanySearch({
  search,
  onChoose,
  label = 'Search company',
  placeholder = 'Search company',
  hasSpinner = true,
  isTopBar = false,
}: CompanySearchProps) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const placeRef = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { results, isSearching, isAnswered } = useKeywordSearch(text, search)
  const entered = useEnteredCode(search)
  const keyword = text.trim()
  const isOpen = text !== '' && results.length > 0
  const words =
    entered.state === 'failed'
      ? 'The search failed. Press Enter to try again'
      : entered.state === 'none' || (isAnswered && results.length === 0)
        ? `No match for ${keyword}`
        : keyword !== '' && keyword.length < minKeywordLength
          ? `Enter finds the symbol ${keyword}; names need ${minKeywordLength} letters`
          : undefined
  const current = results[Math.min(index, results.length - 1)]

  useEffect(() => {
    if (text === '') return undefined
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Node && placeRef.current?.contains(event.target)) return
      setText('')
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [text])

  const choose = (company: CompanyChoice | undefined) => {
    if (!company) return
    setText('')
    entered.forget()
    onChoose(company)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && results.length > 0)
      setIndex((before) => (Math.min(before, results.length - 1) + step + results.length) % results.length)
    else if (event.key === 'Enter' && keyword !== '') {
      // Shown results may still be those of the text before.
      if (isAnswered) choose(current)
      else void entered.find(keyword, choose)
    } else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
  }
  return (
    <div ref={placeRef} className={classes['place']} data-top-bar={isTopBar || undefined}>
      <TextInput
        data-company-search
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && current ? `${listId}-${current.id}` : undefined}
        leftSection={
          (isSearching || entered.state === 'searching') && hasSpinner ? (
            <Loader size={14} />
          ) : (
            <IconSearch size={16} stroke={1.6} />
          )
        }
        value={text}
        onChange={(event) => {
          entered.forget()
          setText(event.currentTarget.value.toUpperCase())
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen || words !== undefined ? (
        <div className={classes['results']}>
          {isOpen ? (
            <div id={listId} role="listbox" aria-label="Companies">
              {results.map((company) => (
                <div
                  key={company.id}
                  id={`${listId}-${company.id}`}
                  role="option"
                  aria-selected={company === current}
                  className={classes['result']}
                  onPointerMove={() => setIndex(results.indexOf(company))}
                  onClick={() => choose(company)}
                >
                  <strong>{company.code}</strong>
                  <span title={company.name}>{truncate(company.name, shownCharacters)}</span>
                </div>
              ))}
            </div>
          ) : null}
          {words === undefined ? null : (
            <p className={classes['none']} role="status">
              {words}
            </p>
          )}
        </div>
      ) : null}
    </div>
  )
}

type EnteredState = 'idle' | 'searching' | 'none' | 'failed'

/** The search that Enter starts at once; a later one, or `forget`, discards its answer. */
function useEnteredCode(search: CompanySearchProps['search']) {
  const [state, setState] = useState<EnteredState>('idle')
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const forget = () => {
    running.current?.abort()
    setState('idle')
  }
  /** Calls `onFound` with the company of exactly this code, else with the first match. */
  const find = async (keyword: string, onFound: (company: CompanyChoice) => void) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState('searching')
    try {
      const matches = await search(keyword, signal)
      if (signal.aborted) return
      const company = matches.find(({ code }) => code === keyword) ?? matches[0]
      setState(company ? 'idle' : 'none')
      if (company) onFound(company)
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }
  return { state, find, forget }
}
