// Enabling at once, disabling after the question; declined or failed, everything stays as it was.
// Source: specification 1, section 4 Account.
import type { Account } from '@clubfolio/contract'
import { useCallback } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useEnableDisable } from './api.ts'

export interface ChangeActive {
  readonly enable: (account: Account) => void
  readonly disable: (account: Account) => Promise<void>
}

export function useChangeActive(): ChangeActive {
  const { mutate } = useEnableDisable()
  const change = useCallback(
    (account: Account, isActive: boolean) =>
      mutate({ accountId: account.id, isActive }, { onSuccess: ({ message }) => showToast({ tone: 'success', title: account.number, message }) }),
    [mutate],
  )
  const enable = useCallback((account: Account) => change(account, true), [change])
  const disable = useCallback(
    async (account: Account) => {
      const question = {
        question: 'Do you want to disable this account?',
        consequence: `${account.number} is no longer read or traded until you enable it. Its history and its place in the fund stay.`,
        accept: 'Disable',
        isDanger: true,
      }
      if (await confirm(question)) change(account, false)
    },
    [change],
  )
  return { enable, disable }
}
