// Statements of accounts from files.
import { createAccount, upload } from '../../features/statement/testing/file-account.ts'
import type { Ground, StoredCalls } from './stored-call.ts'

const schwab =
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n' +
  '"02/02/2026","MoneyLink Transfer","","Tfr BANK","","","","$10.00"\n'
const unknown = 'When,What,How much\n2026-02-02,in,10.00\n'

async function prepare({ manager }: Ground, content: string) {
  const account = await createAccount(manager)
  const { statement } = await upload(account, 'statement.csv', content)
  return { accountId: account.id, statementId: statement.id }
}

/** The lines of the statement once the work on it is over. */
async function readLines({ call }: Ground, sent: Readonly<Record<string, unknown>>) {
  const params = { accountId: String(sent['accountId']), statementId: String(sent['statementId']) }
  for (;;) {
    const { statement } = await call('fileAccount.findStatement', { params })
    const { state } = statement as { readonly state: string }
    if (state !== 'READING' && state !== 'IMPORTING') break
  }
  return call('fileAccount.findStatementLines', { params: { ...params, show: 'ALL', start: '0', count: '10' } })
}

export const fileAccountCalls: StoredCalls = {
  'fileAccount.importStatement': [
    {
      body: async (ground) => ({
        ...(await prepare(ground, schwab)),
        opening: { day: '2026-01-30', cash: '0', positions: [{ symbol: 'ACME', quantity: '3', price: '40' }] },
      }),
      read: (ground, _reply, sent) => readLines(ground, sent),
      fields: {
        opening: { at: 'result.0.quantity', as: '3' },
        'opening.positions.0.price': { at: 'result.0.price', as: '40' },
      },
    },
  ],
  'fileAccount.mapStatement': [
    {
      body: async (ground) => ({
        ...(await prepare(ground, unknown)),
        mapping: {
          columns: { date: 0, action: 1, amount: 2 },
          dateOrder: 'ymd',
          numbers: 'point',
          actions: { in: 'deposit' },
          signs: 'cash',
          isAmountAfterFees: true,
          currency: 'CHF',
        },
      }),
      read: (ground, _reply, sent) => readLines(ground, sent),
      fields: { 'mapping.currency': { at: 'result.0.currency', as: 'CHF' } },
    },
  ],
}
