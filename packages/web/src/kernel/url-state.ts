// Filters, sort and page of a screen live in the URL, so that a link shows the same list and Back returns to it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

type Search = Readonly<Record<string, string | undefined>>

/**
 * Returns the screen's state from the URL, parsed by `schema` (every field with a default or `.catch`), and a function
 * that changes some fields. Values travel as text, so numbers need `z.coerce.number()`. Fields equal to their default
 * are removed from the URL.
 * `const [filter, setFilter] = useUrlState(z.object({ page: z.coerce.number().int().min(1).catch(1) }))`
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
): [z.output<Schema>, (change: Partial<z.output<Schema>>, options?: { readonly replace?: boolean }) => void] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => schema.parse(search), [schema, search])
  const defaults: Readonly<Record<string, unknown>> = useMemo(() => schema.parse({}), [schema])
  const change = useCallback(
    (fields: Partial<z.output<Schema>>, options?: { readonly replace?: boolean }) => {
      const written = Object.fromEntries(
        Object.entries<unknown>(fields).map(([key, value]) => {
          const text = scalarText(value)
          const isDefault = value === undefined || value === null || text === scalarText(defaults[key])
          return [key, isDefault ? undefined : text]
        }),
      )
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...written }),
        replace: options?.replace ?? false,
      })
    },
    [navigate, defaults],
  )
  return [state, change]
}

/** Returns the text of a field, empty for one without a value; a field of a screen's state is never an object. */
const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** Parses the search string into flat text values: in `?code=007&page=2` the code remains the text `007`. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function writeSearchText(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
