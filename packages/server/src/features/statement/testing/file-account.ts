// An account from files in tests: created, fed with statements and read by the real calls.
import type { AccountStatement, ColumnMeanings, OpeningContent } from '@clubfolio/contract'
import type { ObjectOwner } from '../../../testing/test-app.ts'

export interface TestFileAccount {
  readonly id: string
  readonly owner: ObjectOwner
}

let accounts = 0

export async function createAccount(
  owner: ObjectOwner,
  more: { readonly currency?: string; readonly name?: string } = {},
): Promise<TestFileAccount> {
  accounts++
  const { id } = await owner.client.fileAccount.create({
    body: {
      name: more.name ?? `Files ${accounts}`,
      brokerName: 'Some broker',
      type: 'CASH',
      currency: more.currency ?? 'USD',
      isPaper: false,
    },
  })
  return { id, owner }
}

/** Waits until the work on a statement is over. */
async function settled({ id, owner }: TestFileAccount, statementId: string) {
  for (;;) {
    const found = await owner.client.fileAccount.findStatement({ params: { accountId: id, statementId } })
    if (found.statement.state !== 'READING' && found.statement.state !== 'IMPORTING') return found
  }
}

/** Uploads a file and waits until it is read. */
export async function upload(
  account: TestFileAccount,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  query: { readonly dates?: 'mdy' | 'dmy' } = {},
) {
  const { id } = await account.owner.client.fileAccount.uploadStatement({
    params: { accountId: account.id, name },
    query,
    file: new Blob([content]),
  })
  return settled(account, id)
}

/** Says what the columns of a statement mean and waits until it is read. */
export async function mapColumns(account: TestFileAccount, statementId: string, mapping: ColumnMeanings) {
  await account.owner.client.fileAccount.mapStatement({ body: { accountId: account.id, statementId, mapping } })
  return settled(account, statementId)
}

/** Imports a prepared statement and waits for its end. */
export async function take(
  account: TestFileAccount,
  statementId: string,
  opening?: OpeningContent,
): Promise<AccountStatement> {
  await account.owner.client.fileAccount.importStatement({
    body: { accountId: account.id, statementId, ...(opening === undefined ? {} : { opening }) },
  })
  return (await settled(account, statementId)).statement
}

/** Uploads and imports a file. */
export async function importFile(
  account: TestFileAccount,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<AccountStatement> {
  return take(account, (await upload(account, name, content)).statement.id)
}

export const undo = ({ id, owner }: TestFileAccount, statementId: string) =>
  owner.client.fileAccount.undoStatement({ body: { accountId: id, statementId } })

/** A Schwab history of one row per entry: day, action, symbol, quantity, price, fees and amount. */
export const schwabFile = (rows: readonly string[]): string =>
  `${['"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"', ...rows].join('\n')}\n`

export const uploadRates = ({ id, owner }: TestFileAccount, table: string) =>
  owner.client.fileAccount.uploadRates({ params: { accountId: id }, file: new Blob([table]) })
