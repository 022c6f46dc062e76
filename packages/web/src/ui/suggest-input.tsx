// A text field that suggests what was entered before; anything else may be typed too.
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'

export interface SuggestInputProps extends Omit<
  AutocompleteProps,
  'data' | 'filter' | 'dropdownOpened' | 'onDropdownOpen' | 'onDropdownClose'
> {
  readonly suggestions: readonly string[]
  readonly value: string
}

/**
 * Lists the suggestions that contain what is typed. The list counts as closed when it would be empty: assistive
 * technology would otherwise announce an open list that nobody can see.
 */
export function SuggestInput({ suggestions, ...input }: SuggestInputProps) {
  const [isOpen, setOpen] = useState(false)
  const typed = input.value.trim().toLowerCase()
  const matches = suggestions.filter((one) => one.toLowerCase().includes(typed))
  return (
    <Autocomplete
      {...input}
      data-empty-list={matches.length === 0 || undefined}
      data={matches}
      filter={({ options }) => options}
      dropdownOpened={isOpen && matches.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  )
}
