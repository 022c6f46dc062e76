// What the reader may do in the fund on screen, and whether their changes wait for a second person. Every part of a
// fund's screens asks here, so that nobody sees a button that the server would refuse.
import type { FundOverview } from '@clubfolio/contract'
import { createContext, use, useCallback, useMemo, type ReactNode } from 'react'
import classes from '../fund.module.css'

export interface FundRights {
  /** Entries, expenses, transfers, matches, statements. */
  readonly mayRecord: boolean
  /** Settings and roles, and the account's own numbers and money. */
  readonly isOwner: boolean
  /** From which amount contributions and retributions wait; other changes always do. Null without a second person. */
  readonly secondPersonFrom: bigint | null
}

const own: FundRights = { mayRecord: true, isOwner: true, secondPersonFrom: null }
const FundRightsContext = createContext<FundRights>(own)

export const rightsIn = ({
  place,
  secondPersonFrom,
}: Pick<FundOverview, 'place' | 'secondPersonFrom'>): FundRights => ({
  mayRecord: place === 'OWNER' || place === 'TREASURER',
  isOwner: place === 'OWNER',
  secondPersonFrom,
})

export interface FundRightsProviderProps {
  /** Undefined while it is loaded. */
  readonly overview: FundOverview | undefined
  readonly children: ReactNode
}

export function FundRightsProvider({ overview, children }: FundRightsProviderProps) {
  const rights = useMemo(() => (overview ? rightsIn(overview) : own), [overview])
  return <FundRightsContext value={rights}>{children}</FundRightsContext>
}

export const useFundRights = (): FundRights => use(FundRightsContext)

export const waitWords = 'It takes effect once a second person approves it.'

/** Says, before a form is sent, that what it changes will wait. */
export function WaitNote() {
  return useFundRights().secondPersonFrom === null ? null : <p className={classes['waits']}>{waitWords}</p>
}

/** Returns the consequence of a confirmed change, with the words that it will wait where it will. */
export function useConsequence(): (consequence: string) => string {
  const { secondPersonFrom } = useFundRights()
  return useCallback(
    (consequence) => (secondPersonFrom === null ? consequence : `${consequence} ${waitWords}`),
    [secondPersonFrom],
  )
}
