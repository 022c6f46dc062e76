// Two workers at the same schedule and the same waiting report: one run, one try, one mail.
import type { Client } from '../../../packages/contract/src/index.ts'
import type { Mail } from '../../../packages/server/src/adapters/message/port.ts'
import { runWaitingReports } from '../../../packages/server/src/features/report-delivery/run-reports.ts'
import { runReportUpkeep } from '../../../packages/server/src/jobs/report-job.ts'
import { openSession } from '../../../packages/server/src/kernel/session.ts'
import { inTransaction } from '../../../packages/server/src/kernel/transaction.ts'
import type { PooledServices } from '../../../packages/server/src/services.ts'
import { linkAccount } from '../../../packages/server/src/testing/factories.ts'
import { transactionFilter } from '../../../packages/server/src/testing/owned-objects.ts'
import type { TestApp, TestUser } from '../../../packages/server/src/testing/test-app.ts'
import type { Race } from './race.ts'

const dayMs = 86_400_000

/** `sent` holds the mails of both applications. */
export function reportRaces([one, two]: readonly [TestApp, TestApp], sent: Mail[]): Race[] {
  const { db } = one.services
  const both: readonly PooledServices[] = [one.services, two.services]

  let owner: { readonly user: TestUser; readonly accountId: string } | undefined

  /** The same owner in a current session. */
  async function begin(): Promise<{ client: Client; email: string; accountId: string }> {
    const person = owner?.user ?? (await one.signUp(['MANAGERS']))
    owner ??= { user: person, accountId: (await linkAccount(one, person, '2026-02-25', '100.00')).id }
    const token = await inTransaction(db, (trx) =>
      openSession(trx, one.clock, { userId: person.user.id, address: '127.0.0.1', userAgent: 'race' }),
    )
    return { client: one.client(token), email: person.email, accountId: owner.accountId }
  }

  return [
    {
      name: 'two workers at the same schedule',
      async run(round) {
        const { client, email, accountId } = await begin()
        sent.length = 0
        const { id } = await client.reportDelivery.saveSchedule({
          body: {
            report: 'transactions',
            filter: transactionFilter(accountId),
            name: `Race ${round}`,
            frequency: 'DAILY',
            hour: 8,
            period: 'AS_CHOSEN',
            formats: ['csv'],
            emailList: [email],
          },
        })
        one.clock.advance(dayMs)
        await Promise.all([...both, ...both].map((services) => runReportUpkeep(services)))
        await Promise.all(both.map(({ background }) => background.idle()))
        const runs = await db
          .selectFrom('report_run')
          .select(['attempts', 'state'])
          .where('schedule_id', '=', id)
          .execute()
        await db.deleteFrom('report_schedule').where('id', '=', id).execute()
        const isOne = runs.length === 1 && runs[0]!.attempts === 1 && runs[0]!.state === 'DONE'
        const mails = sent.filter(({ to }) => to === email).length
        return {
          outcome: isOne ? 'one run, one mail' : 'something else',
          broken: [...(isOne ? [] : [JSON.stringify(runs)]), ...(mails === 1 ? [] : [`${mails} mails`])],
        }
      },
    },
    {
      name: 'two workers at the same waiting report, and its owner cancels it',
      async run(round) {
        const { client, accountId } = await begin()
        const { id } = await client.reportDelivery.prepareReport({
          body: { report: 'transactions', filter: transactionFilter(accountId), formats: ['csv'] },
        })
        const cancelling = () =>
          round % 2 === 0 ? client.reportDelivery.cancelRun({ body: { id } }).catch(() => undefined) : Promise.resolve()
        await Promise.all([...both.map((services) => runWaitingReports(services)), cancelling()])
        await Promise.all(both.map(({ background }) => background.idle()))
        const run = await db
          .selectFrom('report_run')
          .select(['attempts', 'state'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const files = await db.selectFrom('report_file').select('format').where('run_id', '=', id).execute()
        const broken = [
          ...(run.attempts <= 1 ? [] : [`${run.attempts} tries`]),
          ...(run.state === 'DONE' || run.state === 'CANCELLED' ? [] : [`it is ${run.state}`]),
          ...(files.length === (run.state === 'DONE' ? 1 : 0)
            ? []
            : [`${files.length} files of a run that is ${run.state}`]),
        ]
        return { outcome: run.state.toLowerCase(), broken }
      },
    },
  ]
}
