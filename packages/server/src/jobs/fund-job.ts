// Fund upkeep: sends pending transfers of practice money, orders the statements that a schedule demands, mails
// statements and announcements, reminds members of dues and votes, counts votes, proposes the fees of ended periods,
// ends what waited too long and roles whose last day is over, and checks the books once a night.
import { expireApprovals } from '../features/fund/approval/expire-approvals.ts'
import { proposeCharges } from '../features/fund/approval/propose-charges.ts'
import { endLapsedRoles } from '../features/fund/role/leave-fund.ts'
import { checkFunds } from '../features/fund/check/check-funds.ts'
import { mailAnnouncements } from '../features/fund/announcement/mail-announcements.ts'
import { mailDueReminders } from '../features/fund/due/mail-due-reminders.ts'
import { remindOfDues } from '../features/fund/due/remind-of-dues.ts'
import { orderDueStatements } from '../features/fund/statement/order-due-statements.ts'
import { sendDueStatements } from '../features/fund/statement-mail/send-statements.ts'
import { sendDueFunding } from '../features/fund/funding/send-funding.ts'
import { runVotes } from '../features/fund/vote/run-votes.ts'
import type { Services } from '../services.ts'
import { runSteps } from '../features/job/run-steps.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 15_000

/** Runs what is due now; also called after a steered clock was moved. */
export async function runFundUpkeep(services: Services): Promise<void> {
  await runSteps(
    () => sendDueFunding(services),
    () => orderDueStatements(services),
    () => sendDueStatements(services),
    () => remindOfDues(services),
    () => mailDueReminders(services),
    () => mailAnnouncements(services),
    () => runVotes(services),
    () => proposeCharges(services),
    () => expireApprovals(services),
    () => endLapsedRoles(services),
    () => checkFunds(services),
  )
}

export const startFundJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, { tickMs, failure: 'the upkeep of the funds failed', run: () => runFundUpkeep(services) })
