// What the calls that read or change the books of a fund have in common.
import { line } from '../field.ts'

export const pathAccount = [{ object: 'account', at: 'params.accountId' }] as const
export const bodyAccount = [{ object: 'account', at: 'body.accountId' }] as const
/** What every change of the books can be refused for. */
export const bookChangeRefusals = [
  'notFound',
  'holderBelowZero',
  'withdrawalTooLarge',
  'aboveNetValue',
  'openingExhausted',
  'entryNotDealable',
  'entryBuysNothing',
  'expenseWithoutHolder',
  'entryDateAhead',
  'changeRewritesExit',
  'unexplainedWithdrawal',
  'booksClosed',
  'fundMoved',
] as const

/** Why a record is taken out of the books; the history shows it. */
export const reversalReason = line(500, 'Reason').nullish()
