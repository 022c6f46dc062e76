// Sends extremes as a visitor who is allowed to send them, then runs every job over what was accepted, also in the
// hours that daylight saving skips and repeats.
import { toEpochMs } from '@clubfolio/domain'
import { orderDueRuns } from '../../features/report-delivery/run-schedules.ts'
import type { TestApp } from '../test-app.ts'
import { runAllJobs } from '../run-all-jobs.ts'
import type { BadVisitor } from './attacked-installation.ts'
import type { ExtremeRequest } from './extreme-requests.ts'
import { sendBadRequest } from './send-bad-request.ts'

export interface ExtremeOutcome {
  readonly faults: string[]
  readonly taken: number
  readonly refused: number
}

const atOnce = 8
const isOfAdministrators = ({ named }: ExtremeRequest): boolean =>
  /^(group|permission|userAdmin|market)$/.test(named.group)
/**
 * In this order, each twice: a row that fails again is a fault. In 2026 the hour from 2 on March 8 is skipped and that
 * from 1 on November 1 occurs twice.
 */
const jobInstants = ['2026-03-08T06:59:00Z', '2026-03-08T07:01:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']

export async function attackWithExtremes(
  app: TestApp,
  visitors: readonly BadVisitor[],
  requests: readonly ExtremeRequest[],
): Promise<ExtremeOutcome> {
  const faults: string[] = []
  let taken = 0
  let next = 0
  let room: Promise<void> | undefined
  const worker = async (): Promise<void> => {
    for (let extreme = requests[next++]; extreme; extreme = requests[next++]) {
      const visitor = visitors.find(({ name }) => name === (isOfAdministrators(extreme) ? 'administrator' : 'manager'))!
      const request = extreme.request(visitor.token!)
      let answer = await sendBadRequest(app.url, request)
      if (answer.text.includes('"reportScheduleCount"')) {
        await (room ??= makeRoom(app).finally(() => (room = undefined)))
        answer = await sendBadRequest(app.url, request)
      }
      if (answer.status === 401) await visitor.renew()
      if (typeof answer.status === 'number' && answer.status < 400) taken++
      if (answer.fault !== undefined)
        faults.push(
          `${extreme.field}: ${request.method} ${request.path.slice(0, 160)} ${(request.body ?? '').slice(0, 300)} -> ${answer.fault} ${answer.text}`,
        )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await app.services.background.idle()
  return { faults, taken, refused: requests.length - taken }
}

/** The limit of schedules is reached: run the existing ones at the relevant hours, then delete them. */
async function makeRoom({ services }: TestApp): Promise<void> {
  for (const instant of jobInstants)
    await orderDueRuns({ ...services, clock: { nowMs: () => toEpochMs(Date.parse(instant)) } })
  await services.db.deleteFrom('report_schedule').execute()
}

/** Returns in words where a job failed on a row more than once, or a turn failed as a whole. */
export async function letJobsGoOver({ services, clock }: TestApp): Promise<string[]> {
  const faults: string[] = []
  for (const instant of jobInstants) {
    for (const laterMs of [0, 3 * 60_000]) {
      clock.set(Date.parse(instant) + laterMs)
      await runAllJobs(services).catch((error: unknown) =>
        faults.push(
          `a turn at ${instant} failed: ${error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)}`,
        ),
      )
      await services.background.idle()
    }
  }
  const failed = await services.db
    .selectFrom('job_failure')
    .select(['job', 'row_id', 'failures'])
    .where('failures', '>', 1)
    .execute()
  return [
    ...faults,
    ...failed.map(({ job, row_id, failures }) => `the job ${job} failed ${failures} times at ${row_id}`),
  ]
}
