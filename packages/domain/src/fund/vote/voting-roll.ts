// Who may vote, and with how many units: the members who hold units at the end of the record day.
// Source: docs/rules/fund.md, "Votes".
import type { MarketDay, UnitSteps } from '../../kind.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import { unallocatedHolderId, type FundRecords, type HolderId } from '../record.ts'
import { replayFund } from '../replay-fund.ts'

export interface Voter {
  readonly memberId: HolderId
  /** Held at the end of the record day. */
  readonly units: UnitSteps
}

/**
 * Returns the members with units at the end of a day, after everything that is dealt on it, by id. Unallocated belongs
 * to the owner of the account and has no vote.
 */
export const votingRoll = (records: FundRecords, recordDay: MarketDay): Voter[] =>
  [...replayFund(records, recordDay).holdings]
    .filter(([holderId, units]) => holderId !== unallocatedHolderId && units > 0n)
    .map(([memberId, units]) => ({ memberId, units }))
    .sort((a, b) => compareIds(a.memberId, b.memberId))
