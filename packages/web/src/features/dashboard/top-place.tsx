// The place above the lists while the accounts are loading: as high as what was there at the last visit, so that the
// lists do not move when they arrive.
import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ChosenAccount } from '../../kernel/chosen-account.ts'
import { session } from '../../kernel/session.ts'
import classes from './dashboard.module.css'
import { NoWallet } from './wallet-row.tsx'

type Top = 'wallet' | 'note'

const keyOf = (userId: string | undefined): string => `dashboardTop:${userId ?? ''}`

/** Remembers what the place has, once that is known, and returns what it had at the last visit. */
export function useRememberedTop(top: Top | undefined): string | null {
  const [last] = useState(() => localStorage.getItem(keyOf(session.user()?.id)))
  useEffect(() => {
    const userId = session.user()?.id
    if (top !== undefined && userId !== undefined) localStorage.setItem(keyOf(userId), top)
  }, [top])
  return last
}

export interface TopPlaceProps {
  readonly wallet: ChosenAccount
  /** What the place had at the last visit. */
  readonly last: string | null
}

export function TopPlace({ wallet, last }: TopPlaceProps) {
  if (last === 'wallet')
    return (
      <div className={classes['charts']} aria-hidden>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    )
  // Invisible, because it may no longer be true.
  if (last === 'note')
    return (
      <div className={classes['held']} aria-hidden>
        <NoWallet chosen={{ ...wallet, choices: [] }} />
      </div>
    )
  return null
}
