// The fees of a fund: what it charges, what is due, and each charge with its calculation.
import type { FundFees } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { participationKey } from './api.ts'

export function useFees(accountId: string | undefined) {
  return useQuery({
    queryKey: [...participationKey, 'fees', accountId],
    queryFn: ({ signal }) => api.fund.findFees({ params: { accountId: accountId! } }, { signal, ownMessage: true }),
    enabled: accountId !== undefined,
  })
}

/** The next charge with its calculation; nothing is written. */
export function useChargePreview(accountId: string, endDay: string) {
  return useQuery({
    queryKey: [...participationKey, 'charge-preview', accountId, endDay],
    queryFn: ({ signal }) => api.fund.previewCharge({ body: { accountId, endDay } }, { signal, ownMessage: true }),
    retry: false,
  })
}

/** A charge as it was made. */
export function useCharge(accountId: string, chargeId: string) {
  return useQuery({
    queryKey: [...participationKey, 'charge', accountId, chargeId],
    queryFn: ({ signal }) => api.fund.findCharge({ params: { accountId, chargeId } }, { signal, ownMessage: true }),
  })
}

/** The days behind a holder's management fee; loaded when a line is opened. */
export function useFeeDays(accountId: string, endDay: string, memberId: string) {
  return useQuery({
    queryKey: [...participationKey, 'fee-days', accountId, endDay, memberId],
    queryFn: ({ signal }) =>
      api.fund.deriveFee({ params: { accountId, endDay, memberId } }, { signal, ownMessage: true }),
  })
}

export type HolderNet = FundFees['netValues'][number]

/** Returns the value less accrued fees of a holder; undefined where the fund has never had a fee. */
export const holderNetOf = (fees: FundFees | undefined, memberId: string): HolderNet | undefined =>
  fees?.netValues.find((one) => one.memberId === memberId)
