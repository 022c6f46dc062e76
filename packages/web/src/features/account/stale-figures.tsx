// Shows above an account's figures how old they are while the brokerage cannot be read, with a link to the remedy.
// Source: docs/rules/promises.md, "The broker may misbehave".
import type { Account } from '@clubfolio/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { describeSyncFailure, momentOf } from './sync-words.ts'
import { useNow } from './use-now.ts'

export function StaleFigures({ accounts }: { readonly accounts: readonly Account[] }) {
  const nowMs = useNow()
  const stale = accounts.filter(({ isActive, syncFailure }) => isActive && syncFailure !== null)
  const [first] = stale
  if (!first) return null
  return (
    <WarningBar
      action={
        <Anchor size="xs" renderRoot={(props) => <Link to="/account" {...props} />} underline="always">
          See the accounts
        </Anchor>
      }
    >
      {`${describeSyncFailure(first, nowMs)}. ${agesOf(stale, nowMs)}`}
    </WarningBar>
  )
}

/** "The figures of 1111 and 2222 are as of 10:00:00, those of 3333 as of 09:58:00." */
function agesOf(stale: readonly Account[], nowMs: number): string {
  const byAge = new Map<string, string[]>()
  for (const { number, syncedAt } of stale) {
    const age = syncedAt === null ? 'the linking' : momentOf(syncedAt, nowMs)
    byAge.set(age, [...(byAge.get(age) ?? []), number])
  }
  const parts = [...byAge].map(([age, accounts], index) => {
    const numbers = accounts.join(' and ')
    return index === 0 ? `The figures of ${numbers} are as of ${age}` : `those of ${numbers} as of ${age}`
  })
  return `${parts.join(', ')}.`
}
