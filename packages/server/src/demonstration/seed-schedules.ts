// The demonstration's scheduled reports; they go to the outbox like every mail of the demonstration.
import type { ReportKey } from '../features/report/catalogue.ts'
import { saveSchedule, type ScheduleFields } from '../features/report-delivery/schedules.ts'
import { readUserKeys } from '../features/rights/read-keys.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Services } from '../services.ts'
import { localSignIns } from './seed-demonstration.ts'

interface PlannedSchedule extends Omit<ScheduleFields, 'emailList' | 'filter'> {
  readonly report: ReportKey
  readonly role: 'manager' | 'administrator' | 'member'
  readonly chosen: Readonly<Record<string, string>>
}

const planned: readonly PlannedSchedule[] = [
  {
    role: 'manager',
    name: 'Open positions every morning',
    report: 'open-positions',
    chosen: { account: 'ALL' },
    frequency: 'DAILY',
    hour: 8,
    formats: ['pdf'],
  },
  {
    role: 'manager',
    name: 'Month in review',
    report: 'wallet-history',
    chosen: { account: 'ALL', period: 'LAST_MONTH' },
    frequency: 'MONTHLY',
    monthDay: 1,
    hour: 7,
    formats: ['pdf', 'xlsx'],
    comment: 'Figures of the month before, for the books.',
  },
  {
    role: 'member',
    name: 'Winners of the week',
    report: 'market-movers',
    chosen: { timing: 'WEEK', side: 'WINNERS', assetType: 'ALL', lowestPrice: '5' },
    frequency: 'WEEKLY',
    weekday: 6,
    hour: 9,
    formats: ['pdf'],
  },
  {
    role: 'administrator',
    name: 'Activity of the users',
    report: 'user-activity',
    chosen: { period: 'LAST_90_DAYS', user: 'ALL', area: 'ALL' },
    frequency: 'WEEKLY',
    weekday: 1,
    hour: 7,
    formats: ['xlsx'],
  },
]

/** Runs once, after the demonstration's people were created. */
export async function seedSchedules(services: Services): Promise<void> {
  const { db } = services
  for (const { role, chosen, ...fields } of planned) {
    const email = localSignIns.find((one) => one.role === role)!.email
    const person = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
    if (!person) continue
    const asker = { userId: person.id, permissions: await readUserKeys(db, person.id) }
    const filter = Object.entries(chosen).map(([nomenclatorConfigNameKey, selectedItem]) => ({
      nomenclatorConfigNameKey,
      selectedItem,
    }))
    await inTransaction(db, (trx) => saveSchedule(services, trx, asker, { ...fields, filter, emailList: [email] }))
  }
}
