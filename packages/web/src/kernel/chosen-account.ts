// The account in view: one per browser tab, named in the top bar, kept over screens and reloads. Every screen that is about one account
// shows this one, and an order ticket begins with it. A new tab begins with the default account. See decision 0019.
import type { Account } from '@clubfolio/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { accountInView, readKept, type AccountInView, type KeptAccount } from './account-in-view.ts'
import { useAccountList } from './account-list.ts'
import { useDefaultAccount } from './default-account.ts'
import { session, useCan } from './session.ts'
import { createUserStore, useStore } from './store.ts'

export interface ChosenAccount extends AccountInView {
  /** Undefined until they are known. Who may not see the list of accounts has the default one alone. */
  readonly choices: readonly Account[] | undefined
  readonly choose: (accountId: string) => void
  readonly failure: Error | null
  readonly retry: () => void
  readonly isRetrying: boolean
}

const keyOf = (userId: string): string => `chosenAccount:${userId}`
const keptOf = (userId: string | undefined): KeptAccount | undefined => (userId === undefined ? undefined : readKept(sessionStorage.getItem(keyOf(userId))))

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

/** `const { account } = useChosenAccount()`. An address that names an account (`?account=`) goes before what the tab keeps. */
export function useChosenAccount(): ChosenAccount {
  const asked = useAskedAccounts()
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
      // The page of a list and the member in the address belong to the account before.
      const changed = { start: undefined, member: undefined, ...(addressedId === undefined ? {} : { account: accountId }) }
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true })
    },
    [choices, addressedId, navigate],
  )
  return { ...accountInView(choices, addressedId, known), ...asked, choose }
}

/** How soon a tab notices that its account is gone. */
const reloadMs = 60_000

/** The account in view stays, whatever becomes the default one or leaves the address. Used once, by the top bar. */
export function useKeepChosenAccount({ account }: ChosenAccount): void {
  useAccountList(reloadMs)
  useEffect(() => {
    if (account && account.id !== kept.get()?.id) keep(account)
  }, [account])
}

function useAskedAccounts() {
  const list = useAccountList()
  const hasList = useCan()('VMA')
  const standard = useDefaultAccount(!hasList)
  const choices = hasList ? list.data : standard.data === undefined ? undefined : standard.data === null ? [] : [standard.data]
  const asked = hasList ? list : standard
  return { choices, failure: choices === undefined ? asked.error : null, retry: () => void asked.refetch(), isRetrying: asked.isFetching }
}
