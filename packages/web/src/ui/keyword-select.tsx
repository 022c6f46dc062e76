// A field that searches by keyword, in upper case and from 3 characters on, and shows the selected item as its text;
// clearing the text clears the selection. Enter chooses the first result, also when it is pressed before the results
// are there, and never submits the form around a name that is not chosen yet. Used for linked users and members.
// Source: docs/rules/interface.md, "Company search".
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useKeywordSearch } from './use-keyword-search.ts'
import classes from './keyword-select.module.css'

export interface KeywordSelectProps<Result extends { readonly id: string }> {
  readonly label: string
  /** Name of the initial selection, or ''. */
  readonly chosen: string
  /** Must be stable between renders. */
  readonly search: (keyword: string, signal: AbortSignal) => Promise<readonly Result[]>
  readonly name: (result: Result) => string
  /** A second, dimmed text that distinguishes equal names. */
  readonly detail?: (result: Result) => string
  /** Receives undefined when the selection is cleared. */
  readonly onChoose: (result: Result | undefined) => void
  readonly placeholder?: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly isRequired?: boolean
  readonly hasFocusFirst?: boolean
}

export function KeywordSelect<Result extends { readonly id: string }>(props: KeywordSelectProps<Result>) {
  const { label, chosen, search, name, detail, onChoose } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState(chosen)
  const [settled, setSettled] = useState(chosen)
  const keyword = text === settled ? '' : text
  const { results, isSearching, isAnswered } = useKeywordSearch(keyword, search)
  /** Enter was pressed for this keyword before its results arrived. */
  const [awaited, setAwaited] = useState<string>()
  const first = isAnswered ? results[0] : undefined
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (first) selectFirstOption()
    // The store's functions change with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first])
  useEffect(() => {
    if (first && awaited === keyword) choose(first.id)
    // `choose` is another function in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first, awaited, keyword])
  function choose(id: string) {
    const result = results.find((candidate) => candidate.id === id)
    if (!result) return
    setAwaited(undefined)
    setText(name(result))
    setSettled(name(result))
    onChoose(result)
    combobox.closeDropdown()
  }
  const type = (typed: string) => {
    setText(typed)
    if (settled !== '') {
      setSettled('')
      onChoose(undefined)
    }
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  /** Mantine chooses the selected option; without one the key waits for the results. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || keyword.trim() === '' || first) return
    event.preventDefault()
    setAwaited(keyword)
  }
  const isOpen = results.length > 0 || isAnswered
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={props.placeholder}
          description={props.description}
          error={props.error}
          withAsterisk={props.isRequired ?? false}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={props.hasFocusFirst || undefined}
          value={text}
          rightSection={isSearching ? <Loader size={14} /> : null}
          onChange={(event) => type(event.currentTarget.value.toUpperCase())}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setAwaited(undefined)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={label}>
          {results.map((result) => (
            <Combobox.Option key={result.id} value={result.id} className={classes['option']}>
              <span>{name(result)}</span>
              {detail ? <span className={classes['detail']}>{detail(result)}</span> : null}
            </Combobox.Option>
          ))}
          {results.length === 0 ? <Combobox.Empty>Nobody found for {keyword.trim()}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
