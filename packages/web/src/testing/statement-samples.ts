// Objects of accounts from files for component tests, each complete, with the fields that a test is about replaced.
import type { Account, AccountStatement, FileAccountState, StatementPreview, StatementRow } from '@clubfolio/contract'
import { accountId, sampleAccount } from './samples.ts'

const uploadedMs = Date.parse('2026-03-04T15:00:00Z')

export const statementId = '3f0c7b52-0d55-4c5e-9d1e-1f0f3a6d2b21'

export const sampleFileAccount = (fields: Partial<Account> = {}): Account =>
  sampleAccount({
    number: 'Depot at Aurora',
    broker: 'files',
    brokerName: 'Aurora Bank',
    isPaper: false,
    isReadOnly: true,
    currency: 'EUR',
    accessExpirationDate: null,
    ...fields,
  })

/** 5 lines, of which 3 count, one is known and one is not understood. */
export const sampleStatement = (fields: Partial<AccountStatement> = {}): AccountStatement => ({
  id: statementId,
  fileName: 'orders-2024.csv',
  state: 'PREPARED',
  percent: 100,
  format: 'Any table, by its columns',
  reason: null,
  needsDateOrder: false,
  uploadedAt: uploadedMs,
  expiresAt: uploadedMs + 86_400_000,
  importedAt: null,
  undoneAt: null,
  undoneBy: null,
  firstDay: '2024-01-02',
  lastDay: '2024-12-30',
  lines: 5,
  fates: [
    { fate: 'trade', lines: 3 },
    { fate: 'dividend', lines: 1 },
    { fate: 'unread', lines: 1 },
  ],
  outcomes: [
    { outcome: 'NEW', lines: 3 },
    { outcome: 'KNOWN', lines: 1 },
    { outcome: 'UNREAD', lines: 1 },
  ],
  ...fields,
})

export const sampleStatementPreview = (fields: Partial<StatementPreview> = {}): StatementPreview => ({
  positions: [{ symbol: 'SAP', name: 'SAP SE', before: '0', after: '12.5' }],
  cash: [{ currency: 'EUR', before: '0', after: '-1200.5' }],
  differences: [],
  proposedOpening: null,
  overlaps: [],
  missingRates: [],
  withoutPrices: [],
  warnings: [],
  ...fields,
})

export const sampleStatementRow = (fields: Partial<StatementRow> = {}): StatementRow => ({
  line: 2,
  text: '2024-01-02,Buy,SAP,10,125.50',
  fate: 'trade',
  outcome: 'NEW',
  reason: null,
  day: '2024-01-02',
  symbol: 'SAP',
  name: 'SAP SE',
  quantity: '10',
  price: '125.5',
  priceCurrency: 'EUR',
  amount: '-1255',
  currency: 'EUR',
  booked: '-1255',
  description: 'Buy',
  ...fields,
})

export const sampleFileAccountState = (fields: Partial<FileAccountState> = {}): FileAccountState => ({
  currency: 'EUR',
  statements: [],
  cash: [],
  differences: [],
  missingRates: [],
  rates: [],
  missingPrices: [],
  ...fields,
})

export { accountId }
