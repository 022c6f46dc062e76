// The calls of the Accounts screen, and what each change makes stale: any of them refetches all account data, without a
// spinner. Source: docs/rules/accounts.md, "Accounts screen".
import type { Account, Brokerage, BrokerAuthorisation, BrokerKeyPair } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccountList } from '../../kernel/account-list.ts'
import { api } from '../../kernel/api.ts'
import { useSessionUser } from '../../kernel/session.ts'

const reloadMs = 15_000

/** The user's accounts, refetched every 15 seconds while the screen is open. */
export const useAccounts = () => useAccountList(reloadMs)

const inPlace = { ownProgress: true } as const

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['account'] })
}

export function useUpdateInitialBalance() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly id: string; readonly initialBalance: Cents }) =>
      api.account.updateInitialBalance({ body }),
    onSuccess: reload,
    meta: inPlace,
  })
}

export function useToggleDefault() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountId: string; readonly isDefault: boolean }) =>
      api.account.toggleDefault({ body }),
    onSuccess: reload,
    meta: inPlace,
  })
}

export function useEnableDisable() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountId: string; readonly isActive: boolean }) =>
      api.account.enableDisableAccount({ body }),
    onSuccess: reload,
    meta: inPlace,
  })
}

export function useAcceptDifference() {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { readonly accountId: string; readonly differenceId: string }) =>
      api.account.acceptDifference({ body }),
    onSettled: reload,
    meta: inPlace,
  })
}

export function useSyncNow() {
  const reload = useReload()
  return useMutation({
    mutationFn: (accountId: string) => api.account.syncNow({ body: { accountId } }),
    onSettled: reload,
    meta: inPlace,
  })
}

/** The brokerages at which accounts can be linked, for those who may link. */
export const useBrokerages = (isEnabled = true) =>
  useQuery({
    queryKey: ['brokerages'],
    enabled: isEnabled,
    queryFn: ({ signal }) => api.account.findBrokerages({}, { signal, ownMessage: true }),
  })

/** What is linked: new accounts at a brokerage, or renewed access to an account. */
export type LinkTarget = { readonly brokerage: Brokerage } | { readonly renewing: Account }

/** Fetches the address of the broker's page, to link accounts or to renew the access to one. */
export async function fetchAuthorisation(target: LinkTarget): Promise<BrokerAuthorisation> {
  if ('brokerage' in target) return api.account.getAmtTk({ query: { broker: target.brokerage.name } })
  const [first] = await api.account.getAccessByAccount({ params: { accountId: target.renewing.id } })
  if (!first) throw new Error('The server gave no address to renew the access at.')
  return first
}

/** Links the account of a key pair, or renews the access to it. */
export function useLinkByKeys() {
  const reload = useReload()
  const user = useSessionUser()
  return useMutation({
    mutationFn: async ({ target, keyPair }: { readonly target: LinkTarget; readonly keyPair: BrokerKeyPair }) => {
      const { token } = await fetchAuthorisation(target)
      return 'renewing' in target
        ? api.account.renewAccount({ body: { accountId: target.renewing.id, keyPair, token } }, { inForm: true })
        : api.account.createMy({ body: { keyPair, token, isActive: true, ownerId: user!.id } }, { inForm: true })
    },
    onSuccess: reload,
    meta: inPlace,
  })
}

/** Submits the code: links the accounts behind it, or renews the access. */
export function useFinishLinking() {
  const reload = useReload()
  const user = useSessionUser()
  return useMutation({
    mutationFn: ({
      target,
      code,
      token,
    }: {
      readonly target: LinkTarget
      readonly code: string
      readonly token: string
    }) =>
      'renewing' in target
        ? api.account.renewAccount({ body: { accountId: target.renewing.id, code, token } })
        : api.account.createMy({ body: { code, token, isActive: true, ownerId: user!.id } }),
    onSuccess: reload,
    meta: inPlace,
  })
}

/** Imports an exported fund; `onSent` gets the sent share of the file, from 0 to 1. */
export function useImportFund(onSent: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) =>
      api.fund.importFund({ params: { name: file.name.slice(-200) }, file }, { ownMessage: true, onSent }),
    onSuccess: () => client.invalidateQueries(),
    meta: inPlace,
  })
}
