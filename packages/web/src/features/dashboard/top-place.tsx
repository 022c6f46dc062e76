// The place above the lists while the accounts are loading: as high as what was there at the last visit, so that the
// lists do not move when they arrive. A wallet that was there is read already meanwhile.
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChosenAccount } from '../../kernel/chosen-account.ts'
import { session } from '../../kernel/session.ts'
import classes from './dashboard.module.css'
import { NoWallet } from './wallet-row.tsx'

/** What the place has, and the account of a wallet. */
export interface Top {
  readonly kind: 'wallet' | 'note'
  readonly accountId?: string | undefined
}

const keyOf = (userId: string | undefined): string => `dashboardTop:${userId ?? ''}`

const textOf = ({ kind, accountId }: Top): string => (accountId === undefined ? kind : `${kind} ${accountId}`)

function topOf(text: string | null): Top | undefined {
  const [kind, accountId] = text?.split(' ') ?? []
  return kind === 'wallet' || kind === 'note' ? { kind, accountId } : undefined
}

/** Remembers what the place has, once that is known, and returns what it had at the last visit. */
export function useRememberedTop(top: Top | undefined): Top | undefined {
  const [last] = useState(() => topOf(localStorage.getItem(keyOf(session.user()?.id))))
  const text = top && textOf(top)
  useEffect(() => {
    const userId = session.user()?.id
    if (text !== undefined && userId !== undefined) localStorage.setItem(keyOf(userId), text)
  }, [text])
  return last
}

export interface TopPlaceProps {
  readonly wallet: ChosenAccount
  /** What the place had at the last visit. */
  readonly last: Top | undefined
}

export function TopPlace({ wallet, last }: TopPlaceProps) {
  if (last?.kind === 'wallet') return <WalletPlace accountId={wallet.expectedId ?? last.accountId} />
  // Invisible, because it may no longer be true.
  if (last?.kind === 'note')
    return (
      <div className={classes['held']} aria-hidden>
        <NoWallet chosen={{ ...wallet, choices: [] }} />
      </div>
    )
  return null
}

function WalletPlace({ accountId }: { readonly accountId: string | undefined }) {
  const client = useQueryClient()
  useEffect(() => {
    if (accountId === undefined) return
    // What cannot be read ahead is read when the accounts are there.
    import('../wallet/api.ts').then(
      ({ readWalletAhead }) => readWalletAhead(client, accountId),
      () => undefined,
    )
  }, [client, accountId])
  return (
    <div className={classes['charts']} aria-hidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}
