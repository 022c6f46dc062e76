// Every job step that processes rows: what a row is, the backoff after a failure, and the number of consecutive
// failures after which the job gives up on a row. `testing/poisoned-rows.test.ts` has a case for each;
// docs/operations.md shows them as a table.
import { dayMs } from '@clubfolio/domain'

export interface RowJob {
  /** The file in `jobs/` that runs this step. */
  readonly file: string
  /** What the job does, in the words administrators read: "reading accounts". */
  readonly does: string
  /** What a row is: "account". */
  readonly row: string
  /** Wait after the first failure; each further failure doubles it. */
  readonly firstWaitMs: number
  /**
   * Consecutive failures after which the job gives up on the row and notifies its owner and the administrators, once.
   */
  readonly tries: number
  /** After giving up, the row is retried silently at this interval, so that a fixed program resumes it on its own. */
  readonly restMs: number
}

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** A little over two hours of tries, then one a day. */
const usual = { firstWaitMs: minuteMs, tries: 8, restMs: dayMs } as const
/**
 * For work that affects somebody's money within minutes: failures are reported within minutes, and the row is never
 * left for long.
 */
const urgent = { firstWaitMs: 5 * secondMs, tries: 5, restMs: 5 * minuteMs } as const
/** For cleanup work, which may wait. */
const tidying = { firstWaitMs: 60 * minuteMs, tries: 3, restMs: dayMs } as const

export const rowJobs = {
  'read-account': {
    file: 'account-sync-job.ts',
    does: 'reading accounts at their brokerage',
    row: 'account',
    ...usual,
  },
  'report-access': {
    file: 'access-report-job.ts',
    does: 'reporting access that is about to lapse',
    row: 'account',
    ...usual,
  },
  'watch-instrument-rule': {
    file: 'alert-job.ts',
    does: 'evaluating alert rules about instruments',
    row: 'alert rule',
    ...urgent,
  },
  'watch-account-rule': {
    file: 'alert-job.ts',
    does: 'evaluating alert rules about accounts',
    row: 'alert rule',
    ...urgent,
  },
  'end-alert-rule': {
    file: 'alert-job.ts',
    does: 'ending alert rules whose last day has passed',
    row: 'alert rule',
    ...usual,
  },
  'write-forming-day': { file: 'forming-day-job.ts', does: 'writing the forming day', row: 'instrument', ...usual },
  'send-transfer': { file: 'fund-job.ts', does: 'sending transfers', row: 'transfer', ...usual },
  'order-statements': { file: 'fund-job.ts', does: 'mailing statements by schedule', row: 'fund', ...usual },
  'mail-statement': { file: 'fund-job.ts', does: 'mailing statements', row: 'statement', ...usual },
  'remind-of-dues': { file: 'fund-job.ts', does: 'reminding members of dues', row: 'fund', ...usual },
  'mail-due-reminder': { file: 'fund-job.ts', does: 'mailing reminders of dues', row: 'reminder', ...usual },
  'mail-announcement': { file: 'fund-job.ts', does: 'mailing announcements', row: 'announcement', ...usual },
  'run-vote': { file: 'fund-job.ts', does: 'counting votes and reminding of them', row: 'vote', ...usual },
  'propose-charges': { file: 'fund-job.ts', does: 'proposing the fees of ended periods', row: 'fund', ...usual },
  'expire-approval': { file: 'fund-job.ts', does: 'ending what waited for approval', row: 'change', ...usual },
  'end-role': { file: 'fund-job.ts', does: 'ending roles whose last day is over', row: 'role', ...usual },
  'check-fund': { file: 'fund-job.ts', does: 'checking the books of funds', row: 'fund', ...usual },
  'plan-messages': { file: 'message-job.ts', does: 'scheduling mails and text messages', row: 'person', ...usual },
  'send-message': { file: 'message-job.ts', does: 'sending mails and text messages', row: 'message', ...usual },
  'send-web-push': { file: 'web-push-job.ts', does: 'sending web pushes', row: 'notification', ...usual },
  'send-webhook': { file: 'webhook-job.ts', does: 'sending webhooks', row: 'delivery', ...usual },
  'settle-request': {
    file: 'order-job.ts',
    does: 'settling order requests without an answer',
    row: 'order request',
    ...urgent,
  },
  'settle-overlap': { file: 'order-job.ts', does: 'settling replaced orders', row: 'order request', ...urgent },
  'advance-action': { file: 'order-job.ts', does: 'advancing actions on positions', row: 'action', ...urgent },
  'read-orders': { file: 'order-job.ts', does: 'reading the orders of accounts', row: 'account', ...urgent },
  'place-held-exits': {
    file: 'order-job.ts',
    does: 'placing exits of filled entries',
    row: 'order request',
    ...urgent,
  },
  'divide-entry': {
    file: 'order-job.ts',
    does: 'dividing entries that were filled in part',
    row: 'order request',
    ...urgent,
  },
  'watch-cancel-price': { file: 'order-job.ts', does: 'watching cancel prices', row: 'order request', ...urgent },
  'cancel-entries': {
    file: 'order-job.ts',
    does: 'cancelling entries after a reached daily loss',
    row: 'account',
    ...urgent,
  },
  'order-scheduled-report': { file: 'report-job.ts', does: 'starting scheduled reports', row: 'schedule', ...usual },
  'make-report': { file: 'report-job.ts', does: 'making reports', row: 'report run', ...usual },
  'make-pack': { file: 'report-job.ts', does: "making packs of a fund's year", row: 'pack', ...usual },
  'forget-report': { file: 'report-job.ts', does: 'forgetting old reports', row: 'report run', ...tidying },
  'compute-levels': { file: 'research-job.ts', does: 'computing levels and indicators', row: 'instrument', ...usual },
  'derive-trades': { file: 'journal-job.ts', does: 'deriving the trades of the journal', row: 'account', ...usual },
  'measure-trades': { file: 'journal-job.ts', does: 'measuring trades by their bars', row: 'account', ...usual },
  'run-screen': { file: 'research-job.ts', does: 'running daily screens', row: 'saved screen', ...usual },
  'remove-unconfirmed': {
    file: 'sign-in-upkeep-job.ts',
    does: 'removing people who never confirmed',
    row: 'person',
    ...tidying,
  },
  'fill-simulated-market': {
    file: 'simulated-market-job.ts',
    does: 'bringing the simulated market up to date',
    row: 'instrument',
    ...usual,
  },
  'end-lost-task': { file: 'task-upkeep-job.ts', does: 'ending tasks whose process died', row: 'task', ...usual },
  'bring-in-yahoo': { file: 'price-job.ts', does: 'importing prices from Yahoo Finance', row: 'symbol', ...usual },
  'bring-in-alpaca': { file: 'price-job.ts', does: 'importing prices from Alpaca', row: 'symbol', ...usual },
} as const satisfies Record<string, RowJob>

export type RowJobName = keyof typeof rowJobs
