// Renewing goes the way in which the brokerage of the account is linked: on its page, or by a key pair.
import type { Account } from '@clubfolio/contract'
import { useCallback, useState } from 'react'
import { useBrokerages, type LinkTarget } from './api.ts'
import type { Linking } from './use-linking.ts'

export interface Renewal {
  readonly renew: (account: Account) => void
  /** What is being linked or renewed by a key pair. */
  readonly keyed: LinkTarget | undefined
  readonly setKeyed: (target: LinkTarget | undefined) => void
}

/** `mayLink` tells whether the user may see the brokerages. */
export function useRenewal({ renew: renewOnPage }: Linking, mayLink: boolean): Renewal {
  const [keyed, setKeyed] = useState<LinkTarget>()
  const brokerages = useBrokerages(mayLink).data
  const renew = useCallback(
    (account: Account) => {
      const ways = brokerages?.find(({ name }) => name === account.broker)?.ways ?? ['popup']
      if (ways.includes('popup')) renewOnPage(account)
      else setKeyed({ renewing: account })
    },
    [brokerages, renewOnPage],
  )
  return { renew, keyed, setKeyed }
}
