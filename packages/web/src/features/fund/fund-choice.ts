// What a screen about one fund can show: each fund that the user may read, and their own part of funds they take part
// in. The address names the one in view.
import type { MyParticipation, ReadableFund } from '@clubfolio/contract'
import { useReadableFunds } from './readable-funds.ts'
import { useMyParticipations } from './statement/statement-api.ts'

/** A fund that the reader has a role in, or their own part of one. */
export interface FundChoice {
  readonly id: string
  readonly label: string
  readonly accountId: string
  readonly memberId?: string
  /** The account is the reader's own. */
  readonly isOwn: boolean
}

/** `fund` is the account of a fund, `member` the own part of somebody who takes part in it. */
export function useFundChoices({ fund, member }: { readonly fund: string; readonly member: string }) {
  const funds = useReadableFunds()
  const mine = useMyParticipations()
  const choices = [...(funds.data ?? []).map(ofFund), ...(mine.data ?? []).filter(({ isNew }) => !isNew).map(ofMember)]
  // Until both lists are there, the first fund would be in place of the one that the address names.
  const isListed = !funds.isPending && !mine.isPending
  return {
    failed: funds.isError ? funds : mine.isError ? mine : undefined,
    isLoaded: funds.data !== undefined && mine.data !== undefined,
    choices,
    choice:
      choices.find(({ accountId, memberId = '' }) => accountId === fund && memberId === member) ??
      (isListed ? (choices.find(({ accountId }) => accountId === fund) ?? choices[0]) : undefined),
  }
}

const ofFund = ({ accountId, club, owner, accountNumber, isPaper, place }: ReadableFund): FundChoice => ({
  id: accountId,
  label: [club ?? owner, accountNumber, ...(isPaper ? ['Paper'] : [])].join(' · '),
  accountId,
  isOwn: place === 'OWNER',
})

const ofMember = ({ accountId, memberId, fund, isPaper }: MyParticipation): FundChoice => ({
  id: `${accountId} ${memberId}`,
  label: [`My part of ${fund}`, ...(isPaper ? ['Paper'] : [])].join(' · '),
  accountId,
  memberId,
  isOwn: false,
})
