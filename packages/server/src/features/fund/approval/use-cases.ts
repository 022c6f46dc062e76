// Every use case that may have to wait, by the kind under which it is stored. A new one is declared with `mayWait`, has
// its kind in the contract's `approvalKinds`, and is listed here.
import type { ApprovalKind } from '@clubfolio/contract'
import { endRoleOrWait, inviteToRoleOrWait, setLastDayOrWait } from './waiting-roles.ts'
import type { StoredUseCase } from './may-wait.ts'
import { createBankAccountOrWait } from './waiting-bank-account.ts'
import {
  changeOpeningOrWait,
  closePeriodOrWait,
  matchOrWait,
  recordExpenseOrWait,
  recordTransferOrWait,
  reverseRecordOrWait,
} from './waiting-books.ts'
import {
  createContribution,
  createRetribution,
  deleteContribution,
  deleteRetribution,
  updateParticipationStatus,
} from './waiting-entries.ts'
import { chargeFeesOrWait, reverseChargeOrWait, saveFeePolicyOrWait } from './waiting-fees.ts'
import { explainMovementOrWait, recordDistributionOrWait } from './waiting-office.ts'
import { setSecondPersonOrWait } from './waiting-second-person.ts'

export const useCasesThatMayWait: Readonly<Record<ApprovalKind, StoredUseCase>> = {
  CONTRIBUTION: createContribution,
  RETRIBUTION: createRetribution,
  ENTRY_STATUS: updateParticipationStatus,
  CONTRIBUTION_REVERSAL: deleteContribution,
  RETRIBUTION_REVERSAL: deleteRetribution,
  EXPENSE: recordExpenseOrWait,
  TRANSFER: recordTransferOrWait,
  MATCH: matchOrWait,
  EXPLANATION: explainMovementOrWait,
  DISTRIBUTION: recordDistributionOrWait,
  FEE_POLICY: saveFeePolicyOrWait,
  FEE_CHARGE: chargeFeesOrWait,
  FEE_CHARGE_REVERSAL: reverseChargeOrWait,
  REVERSAL: reverseRecordOrWait,
  OPENING: changeOpeningOrWait,
  PERIOD_CLOSE: closePeriodOrWait,
  BANK_ACCOUNT: createBankAccountOrWait,
  ROLE_INVITATION: inviteToRoleOrWait,
  ROLE_LAST_DAY: setLastDayOrWait,
  ROLE_END: endRoleOrWait,
  SECOND_PERSON: setSecondPersonOrWait,
}
