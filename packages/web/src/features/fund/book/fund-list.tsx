// A list of a fund's managers: a skeleton, why it could not be loaded, what will be here, or its rows.
import type { ReactNode } from 'react'
import { QueryState, type ShownQuery } from '../../../ui/state/query-state.tsx'
import classes from '../fund.module.css'

export interface FundListProps<Item> {
  readonly query: ShownQuery<readonly Item[]>
  /** What failed: "The votes could not be loaded". */
  readonly failure: string
  /** What will appear, and how it gets there. */
  readonly empty: string
  /** A row, with its key. */
  readonly children: (item: Item) => ReactNode
}

export function FundList<Item>({ query, failure, empty, children }: FundListProps<Item>) {
  return (
    <QueryState query={query} failure={failure}>
      {(items) => (items.length === 0 ? <p className={classes['none']}>{empty}</p> : items.map(children))}
    </QueryState>
  )
}
