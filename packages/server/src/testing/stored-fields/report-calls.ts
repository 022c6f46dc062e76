// Reports: saved filters, own reports, mails, files and schedules.
import type { Body, Ground, ReadPlace, StoredCalls } from './stored-call.ts'

/** A filter as the details of a report return it: with all of its names. */
const filters = ({ account }: Ground): readonly Body[] => [
  {
    nomenclatorConfigNameKey: 'account',
    nomenclatorConfigId: 'account',
    nomenclatorConfigDisplayName: 'Account',
    selectedItem: account.id,
  },
  { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-02-01', '2026-02-28'] },
  { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
]
const asked = (ground: Ground): Body => ({
  report: 'transactions',
  filter: filters(ground),
  orderBy: 'netAmount',
  direction: 'ASC',
})
const filterNames = ['nomenclatorConfigNameKey', 'nomenclatorConfigId', 'nomenclatorConfigDisplayName', 'selectedItem']
const filterFields = (list: string, place: (field: string) => ReadPlace): Record<string, ReadPlace> =>
  Object.fromEntries(filterNames.map((name) => [`${list}.0.${name}`, place(`${list}.0.${name}`)]))

const inTheFile = { because: 'It shapes the file, which report-delivery.test.ts opens.' }
const foundByKey = { because: 'A filter is found by its name key, and the dataset has its names.' }
const fileFields: Record<string, ReadPlace> = {
  ...filterFields('filter', () => inTheFile),
  orderBy: inTheFile,
  direction: inTheFile,
  column: inTheFile,
}
const runOf = async ({ call }: Ground, { id }: Body) =>
  (await call('reportDelivery.findRuns')).find((run) => run['id'] === id)

const schedule = (ground: Ground): Body => ({
  ...asked(ground),
  column: ['type', 'netAmount'],
  name: 'Weekly',
  frequency: 'WEEKLY',
  weekday: 3,
  hour: 7,
  period: 'WEEK_BEFORE',
  formats: ['csv', 'xlsx'],
  emailList: ['reader@example.test'],
  comment: 'As agreed.',
})
const scheduleOf = async ({ call }: Ground, { id }: Body) =>
  (await call('reportDelivery.findSchedules')).find((row) => row['id'] === id)

const composed = (ground: Ground): Body => ({
  dataset: 'transactions',
  filter: filters(ground),
  columns: [],
  conditions: [],
  groupBy: [
    { field: 'transactionDate', part: 'MONTH' },
    { field: 'type', part: null },
  ],
  sums: [{ field: 'netAmount', aggregation: 'SUM' }],
  orderBy: [],
  graph: { kind: 'BAR', x: 'transactionDate_month', series: ['sum_netAmount'], splitBy: 'type' },
})

export const reportCalls: StoredCalls = {
  'report.saveFilter': [
    {
      body: (ground) => ({ ...asked(ground), name: 'Mine' }),
      read: async ({ call }, { id }) =>
        (await call('report.findSavedFilters', { params: { report: 'transactions' } })).find((row) => row['id'] === id),
      fields: { ...filterFields('filter', (field) => field), orderBy: 'orderBy', direction: 'direction' },
    },
  ],
  'ownReport.saveOwnReport': [
    {
      body: async (ground) => {
        const { id } = await ground.call('ownReport.saveOwnReport', {
          body: { name: 'First name', content: { ...composed(ground), graph: null } },
        })
        return { id, name: 'Second name', content: composed(ground) }
      },
      read: async ({ call }, { id }) => call('ownReport.findOwnReport', { params: { id: String(id) } }),
      fields: {
        id: 'id',
        ...filterFields('content.filter', (field) => (/Key|selected/.test(field) ? field : foundByKey)),
        'content.groupBy.0.part': 'content.groupBy.0.part',
        'content.graph': 'content.graph',
        'content.graph.splitBy': 'content.graph.splitBy',
      },
    },
  ],
  'reportDelivery.sendPdfReportByEmail': [
    {
      body: (ground) => ({
        ...asked(ground),
        column: ['type', 'netAmount'],
        formats: ['csv'],
        emailList: ['reader@example.test'],
        comment: 'As agreed.',
      }),
      read: runOf,
      fields: {
        ...fileFields,
        formats: 'formats',
        comment: { because: 'It is in the mail, which report-delivery.test.ts reads.' },
      },
    },
  ],
  'reportDelivery.prepareReport': [
    {
      body: (ground) => ({ ...asked(ground), column: ['type', 'netAmount'], formats: ['csv'] }),
      read: runOf,
      fields: { ...fileFields, formats: 'formats' },
    },
  ],
  'reportDelivery.saveSchedule': [
    {
      body: async (ground) => {
        const before = { ...schedule(ground), name: 'Before', comment: 'Before', formats: ['pdf'] }
        const { id } = await ground.call('reportDelivery.saveSchedule', { body: before })
        return { ...schedule(ground), id }
      },
      read: scheduleOf,
      fields: {
        ...filterFields('filter', (field) => field),
        orderBy: 'orderBy',
        direction: 'direction',
        column: 'column',
        weekday: 'weekday',
        id: 'id',
        period: 'period',
        formats: 'formats',
        comment: 'comment',
      },
      cleared: {
        orderBy: null,
        direction: null,
        column: null,
        period: 'SAME_LENGTH',
        formats: ['pdf'],
        comment: '',
      },
    },
    {
      body: (ground) => ({ ...schedule(ground), frequency: 'MONTHLY', monthDay: 31 }),
      read: scheduleOf,
      fields: { monthDay: 'monthDay' },
    },
  ],
}
