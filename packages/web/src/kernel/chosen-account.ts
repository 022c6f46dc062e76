// The account in view: one per browser tab, named in the top bar, preserved across screens and reloads. Every screen
// about a single account shows this one, and a new order ticket starts with it. A new tab starts with the default
// account. See decision 0019.
import type { Account } from '@clubfolio/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { accountInView, readKept, wantedAccountId, type AccountInView, type KeptAccount } from './account-in-view.ts'
import { useAccountList } from './account-list.ts'
import { useDefaultAccount } from './default-account.ts'
import { session, useCan } from './session.ts'
import { createUserStore, useStore } from './store.ts'

export interface ChosenAccount extends AccountInView {
  /** Known before the accounts have loaded: the one in the URL, else the one of this tab. */
  readonly expectedId: string | undefined
  /** Undefined until loaded. Users who may not list accounts have only the default one. */
  readonly choices: readonly Account[] | undefined
  readonly choose: (accountId: string) => void
  readonly failure: Error | null
  readonly retry: () => void
  readonly isRetrying: boolean
}

const keyOf = (userId: string): string => `chosenAccount:${userId}`
const keptOf = (userId: string | undefined): KeptAccount | undefined =>
  userId === undefined ? undefined : readKept(sessionStorage.getItem(keyOf(userId)))

const kept = createUserStore<KeptAccount | undefined>(undefined)
kept.set(keptOf(session.user()?.id))

session.subscribe((user) => {
  if (user && !kept.get()) kept.set(keptOf(user.id))
})

function keep({ id, number }: KeptAccount): void {
  const user = session.user()
  if (!user) return
  sessionStorage.setItem(keyOf(user.id), JSON.stringify({ id, number }))
  kept.set({ id, number })
}

/**
 * Returns the account in view: `const { account } = useChosenAccount()`. An account in the URL (`?account=`) takes
 * precedence over the one stored for the tab.
 */
export function useChosenAccount(): ChosenAccount {
  const asked = useAccountChoices()
  const { choices } = asked
  const addressed: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const addressedId = addressed['account']
  const known = useStore(kept)
  const navigate = useNavigate()
  const choose = useCallback(
    (accountId: string) => {
      const wanted = choices?.find(({ id }) => id === accountId)
      if (!wanted) return
      if (addressedId === undefined) keep(wanted)
      // The list page and the member in the URL belong to the previous account.
      const changed = {
        start: undefined,
        member: undefined,
        ...(addressedId === undefined ? {} : { account: accountId }),
      }
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true })
    },
    [choices, addressedId, navigate],
  )
  return {
    ...accountInView(choices, addressedId, known),
    ...asked,
    expectedId: wantedAccountId(addressedId, known),
    choose,
  }
}

/** Interval at which a tab checks whether its account still exists. */
const reloadMs = 60_000

/** Pins the account in view, whatever becomes the default or leaves the URL. Used once, by the top bar. */
export function useKeepChosenAccount({ account }: ChosenAccount): void {
  useAccountList(reloadMs)
  useEffect(() => {
    if (account && account.id !== kept.get()?.id) keep(account)
  }, [account])
}

function useAccountChoices() {
  const list = useAccountList()
  const hasList = useCan()('VMA')
  const standard = useDefaultAccount(!hasList)
  const choices = hasList
    ? list.data
    : standard.data === undefined
      ? undefined
      : standard.data === null
        ? []
        : [standard.data]
  const asked = hasList ? list : standard
  return {
    choices,
    failure: choices === undefined ? asked.error : null,
    retry: () => void asked.refetch(),
    isRetrying: asked.isFetching,
  }
}
