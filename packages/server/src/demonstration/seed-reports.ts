// The demonstration's saved filters and own reports, over periods that move with the day.
import type { FilledFilter, OwnReportContent } from '@clubfolio/contract'
import type { ReportKey } from '../features/report/catalogue.ts'
import { findOwnGroups, keepOwnReport, shareOwnReport } from '../features/report/own-reports.ts'
import { saveFilter } from '../features/report/saved-filters.ts'
import type { Services } from '../services.ts'
import { localSignIns, type DemonstrationRole } from './seed-demonstration.ts'

interface PlannedFilter {
  readonly report: ReportKey
  readonly name: string
  readonly chosen: Readonly<Record<string, string>>
  readonly orderBy?: string
}

const filters: Readonly<Record<DemonstrationRole, readonly PlannedFilter[]>> = {
  manager: [
    {
      report: 'realised-gains-by-lot',
      name: 'Closed this year',
      chosen: { account: 'ALL', period: 'THIS_YEAR' },
      orderBy: 'profit',
    },
    { report: 'income', name: 'Income of the last 365 days', chosen: { account: 'ALL', period: 'LAST_365_DAYS' } },
    { report: 'wallet-history', name: 'Last month', chosen: { account: 'ALL', period: 'LAST_MONTH' } },
    {
      report: 'market-movers',
      name: 'Losers of the week above $5',
      chosen: { timing: 'WEEK', side: 'LOSERS', assetType: 'EQUITY', lowestPrice: '5' },
    },
  ],
  member: [
    {
      report: 'market-movers',
      name: 'Winners of the month',
      chosen: { timing: 'MONTH', side: 'WINNERS', assetType: 'ALL', lowestPrice: '0' },
    },
  ],
  administrator: [
    {
      report: 'user-activity',
      name: 'Sign-ins of the last 90 days',
      chosen: { period: 'LAST_90_DAYS', user: 'ALL', area: 'ALL' },
    },
  ],
}

interface PlannedReport {
  readonly name: string
  readonly chosen: Readonly<Record<string, string>>
  readonly content: Omit<OwnReportContent, 'filter' | 'dataset'> & { readonly dataset: ReportKey }
  /** The name key of a group of its owner. */
  readonly sharedWith?: string
}

const empty = {
  columns: [],
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [],
} as const satisfies Partial<OwnReportContent>

const reports: Readonly<Record<DemonstrationRole, readonly PlannedReport[]>> = {
  manager: [
    {
      name: 'Result by company',
      sharedWith: 'MANAGERS',
      chosen: { account: 'ALL', period: 'LAST_365_DAYS' },
      content: {
        ...empty,
        dataset: 'realised-gains-by-lot',
        groupBy: [{ field: 'instrumentCode' }],
        sums: [
          { field: 'profit', aggregation: 'SUM' },
          { field: 'closedDay', aggregation: 'COUNT' },
          { field: 'days', aggregation: 'AVERAGE' },
        ],
        orderBy: [{ column: 'sum_profit', direction: 'DESC' }],
        graph: { kind: 'BAR', x: 'instrumentCode', series: ['sum_profit'] },
      },
    },
    {
      name: 'Result by month',
      chosen: { account: 'ALL', period: 'LAST_365_DAYS' },
      content: {
        ...empty,
        dataset: 'realised-gains-by-lot',
        groupBy: [{ field: 'closedDay', part: 'MONTH' }],
        sums: [
          { field: 'profit', aggregation: 'SUM' },
          { field: 'fees', aggregation: 'SUM' },
        ],
        orderBy: [{ column: 'closedDay_month', direction: 'ASC' }],
        graph: { kind: 'BAR', x: 'closedDay_month', series: ['sum_profit'] },
      },
    },
    {
      name: 'Losing lots',
      chosen: { account: 'ALL', period: 'LAST_365_DAYS' },
      content: {
        ...empty,
        dataset: 'realised-gains-by-lot',
        columns: ['closedDay', 'instrumentCode', 'side', 'quantity', 'days', 'profit'],
        conditions: [{ field: 'profit', operator: 'BELOW', values: ['0'] }],
        orderBy: [{ column: 'profit', direction: 'ASC' }],
      },
    },
  ],
  member: [
    {
      name: 'Liquid winners',
      chosen: { timing: 'MONTH', side: 'WINNERS', assetType: 'ALL', lowestPrice: '0' },
      content: {
        ...empty,
        dataset: 'market-movers',
        columns: ['instrumentCode', 'name', 'close', 'percent', 'volume'],
        conditions: [{ field: 'volume', operator: 'AT_LEAST', values: ['1000000'] }],
        orderBy: [{ column: 'percent', direction: 'DESC' }],
      },
    },
  ],
  administrator: [
    {
      name: 'Activity by user',
      chosen: { period: 'LAST_90_DAYS', user: 'ALL', area: 'ALL' },
      content: {
        ...empty,
        dataset: 'user-activity',
        groupBy: [{ field: 'user' }, { field: 'action' }],
        sums: [
          { field: 'at', aggregation: 'COUNT' },
          { field: 'at', aggregation: 'MAX' },
        ],
        orderBy: [{ column: 'count_at', direction: 'DESC' }],
      },
    },
  ],
}

const filled = (chosen: Readonly<Record<string, string>>): FilledFilter[] =>
  Object.entries(chosen).map(([nomenclatorConfigNameKey, selectedItem]) => ({ nomenclatorConfigNameKey, selectedItem }))

/** Runs once, after the demonstration's people were created. */
export async function seedReports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { role, email } of localSignIns) {
    const person = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
    if (!person) continue
    for (const { report, name, chosen, orderBy } of filters[role])
      await saveFilter(db, clock, person.id, {
        report,
        name,
        filter: filled(chosen),
        orderBy: orderBy ?? null,
        direction: orderBy ? 'DESC' : null,
      })
    for (const { name, chosen, content, sharedWith } of reports[role]) {
      const id = await keepOwnReport(db, clock, person.id, { name, content: { ...content, filter: filled(chosen) } })
      const group =
        sharedWith === undefined
          ? undefined
          : await db.selectFrom('user_group').select('id').where('name_key', '=', sharedWith).executeTakeFirst()
      if (group && (await findOwnGroups(db, person.id)).some((own) => own.id === group.id))
        await shareOwnReport(db, person.id, { id, groupIds: [group.id] })
    }
  }
}
