// Enabling takes effect immediately, disabling after a confirmation; declined or failed, nothing changes. Disabling an
// account with open orders first prompts for what to do with them.
// Source: docs/rules/accounts.md, "Accounts screen"; docs/rules/brokerage.md, "Orders on the wire".
import type { Account } from '@clubfolio/contract'
import { isOverOrder, orderStatuses } from '@clubfolio/domain'
import { useCallback } from 'react'
import { api } from '../../kernel/api.ts'
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
      mutate(
        { accountId: account.id, isActive },
        { onSuccess: ({ message }) => showToast({ tone: 'success', title: account.number, message }) },
      ),
    [mutate],
  )
  const enable = useCallback((account: Account) => change(account, true), [change])
  const disable = useCallback(
    async (account: Account) => {
      const question = {
        question: 'Do you want to disable this account?',
        consequence:
          `${account.number} is no longer read or traded until you enable it. Its history and its place in the ` +
          'fund stay.',
        accept: 'Disable',
        isDanger: true,
      }
      if (!(await confirm(question))) return
      if (await settleOpenOrders(account.number)) change(account, false)
    },
    [change],
  )
  return { enable, disable }
}

/**
 * Prompts for what to do with open orders, and cancels them if the user chooses so. Returns false when not all could be
 * cancelled, or when they could not be read and the user keeps the account; then the account is not disabled.
 */
async function settleOpenOrders(accountNumber: string): Promise<boolean> {
  const open = await countOpenOrders(accountNumber)
  if (open === undefined)
    return confirm({
      question: 'Its open orders could not be read. Do you want to disable the account anyway?',
      consequence:
        'Orders that are open stay at the brokerage and may be filled, while Clubfolio does not watch them or their ' +
        'cancel prices.',
      accept: 'Disable anyway',
      isDanger: true,
    })
  if (open === 0) return true
  const isToCancel = await confirm({
    question: `Do you want to cancel ${open === 1 ? 'its open order' : `its ${open} open orders`} first?`,
    consequence:
      'Otherwise they stay at the brokerage and may be filled, while Clubfolio does not watch them or their ' +
      'cancel prices.',
    accept: 'Cancel them',
    cancel: 'Leave them',
    isDanger: true,
  })
  if (!isToCancel) return true
  try {
    const { failed, message } = await api.order.cancelAllOrders({ body: { accountNumber } })
    if (failed > 0) showToast({ tone: 'error', title: accountNumber, message })
    return failed === 0
  } catch {
    // The interceptor has shown the reason. The account stays enabled, so that its orders are still watched.
    return false
  }
}

/**
 * Counts open orders without an open parent. Returns undefined when they cannot be read, as with an account whose
 * access lapsed long ago.
 */
async function countOpenOrders(accountNumber: string): Promise<number | undefined> {
  try {
    const orders = await api.order.findOrders(
      { body: { accountNumber, orderType: orderStatuses.filter((status) => !isOverOrder(status)) } },
      { ownMessage: true },
    )
    const open = new Set(orders.map(({ orderId }) => orderId))
    return orders.filter(({ parentOrderId }) => parentOrderId === null || !open.has(parentOrderId)).length
  } catch {
    return undefined
  }
}
