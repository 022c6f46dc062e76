// A panel that is empty for most people: it appears once something is in it, and where that could not be loaded. A
// title with a skeleton that disappears again would only draw the eye.
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'
import { QueryState, type ShownQuery } from './state/query-state.tsx'

export interface SparsePanelProps<Item> {
  readonly title: string
  readonly query: ShownQuery<readonly Item[]>
  /** What failed: "The votes could not be loaded". */
  readonly failure: string
  readonly isPadded?: boolean
  readonly children: (items: readonly Item[]) => ReactNode
}

export function SparsePanel<Item>({ title, query, failure, isPadded = false, children }: SparsePanelProps<Item>) {
  if (!query.error && (query.data === undefined || query.data.length === 0)) return null
  return (
    <Panel title={title} isPadded={isPadded} isRefreshing={query.isFetching}>
      <QueryState query={query} failure={failure}>
        {(items) => (items.length === 0 ? null : children(items))}
      </QueryState>
    </Panel>
  )
}
