// Effects that send a mail or involve a schedule: a report and a statement by mail, a schedule that is saved, and one
// that is run now. What was ordered and what was really sent are counted separately. Every round has its own address.
import { randomUUID } from 'node:crypto'
import type { Ground, Intent } from './lost-ground.ts'

export const mailKinds = ['report-mail', 'statement-mail', 'schedule', 'schedule-run'] as const

export function mailWishes(ground: Ground): Readonly<Record<(typeof mailKinds)[number], () => Promise<Intent>>> {
  const { app, owner, account, memberId, day } = ground
  const { db } = app.services
  const filter = [
    { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
    { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', day] as const },
    { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
  ].map(({ selectedItem, ...rest }) => ({
    ...rest,
    selectedItem:
      typeof selectedItem === 'string' ? selectedItem : ([selectedItem[0], selectedItem[1]] as [string, string]),
  }))
  const report = {
    report: 'transactions',
    orderBy: null,
    direction: null,
    column: null,
    filter,
    formats: ['csv' as const],
  }
  const address = (): string => `${randomUUID()}@example.test`
  const sentTo = async (recipient: string): Promise<number> => {
    await app.services.background.idle()
    return (await db.selectFrom('outbox_message').select('id').where('recipient', '=', recipient).execute()).length
  }
  const schedule = (recipient: string) => ({
    ...report,
    name: recipient.slice(0, 30),
    frequency: 'WEEKLY' as const,
    weekday: 1,
    hour: 7,
    emailList: [recipient],
  })
  const schedulesOf = async (name: string): Promise<number> =>
    (await db.selectFrom('report_schedule').select('id').where('name', '=', name).execute()).length
  return {
    'report-mail': () => {
      const recipient = address()
      return Promise.resolve({
        ask: (client, options) =>
          client.reportDelivery.sendPdfReportByEmail({ body: { ...report, emailList: [recipient] } }, options),
        count: async () => [
          (await db.selectFrom('report_mail').select('run_id').where('recipient', '=', recipient).execute()).length,
          await sentTo(recipient),
        ],
      })
    },
    'statement-mail': async () => {
      const recipient = address()
      await db.updateTable('member').set({ email: recipient }).where('id', '=', memberId).execute()
      return {
        ask: (client, options) =>
          client.fund.mailStatements(
            { body: { accountId: account.id, memberIds: [memberId], from: day, to: day, again: true } },
            options,
          ),
        count: async () => [
          (await db.selectFrom('fund_statement_mail').select('id').where('recipient', '=', recipient).execute()).length,
          await sentTo(recipient),
        ],
      }
    },
    schedule: () => {
      const body = schedule(address())
      return Promise.resolve({
        ask: (client, options) => client.reportDelivery.saveSchedule({ body }, options),
        count: async () => [await schedulesOf(body.name)],
      })
    },
    'schedule-run': async () => {
      const recipient = address()
      const { id } = await owner.client.reportDelivery.saveSchedule({ body: schedule(recipient) })
      return {
        ask: (client, options) => client.reportDelivery.runSchedule({ body: { id } }, options),
        count: async () => [
          (await db.selectFrom('report_run').select('id').where('schedule_id', '=', id).execute()).length,
          await sentTo(recipient),
        ],
      }
    },
  }
}
