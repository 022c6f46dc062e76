// Every stored secret changes to the newest key while the server runs, and the older key can then be removed.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealedColumns, sealedFor } from '../../kernel/sealed-column.ts'
import { createSecretBox } from '../../kernel/secret.ts'
import { linkAccount, makeMember } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { rotateSecrets } from './rotate-secrets.ts'

const keys = {
  first: 'the first key of more than thirty-two characters',
  second: 'the second key of more than thirty-two characters',
  lost: 'a lost key of more than thirty-two characters',
}
const both = createSecretBox([keys.second, keys.first])
const newest = createSecretBox([keys.second])
let app: TestApp
let owner: TestUser

beforeAll(async () => {
  app = await startTestApp({ replace: () => ({ secrets: createSecretBox([keys.first]) }) })
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`truncate broker_login, bank_account cascade`.execute(app.services.db)
})

const readAll = async (box = newest): Promise<string[]> => {
  const read = await Promise.all(
    sealedColumns.map(async ({ table, column, part }) => {
      const { rows } = await sql<{
        id: string
        value: Buffer
      }>`select id, ${sql.ref(column)} as value from ${sql.table(table)} order by id`.execute(app.services.db)
      return rows.map(({ id, value }) => box.open(value, sealedFor(table, id, part as never)))
    }),
  )
  return read.flat()
}

/**
 * Bytes that are not secrets: documents and the logo of a club, packs, the PDF of a mailed statement, the files of
 * a report. A secret ballot is sealed with the key of its vote, which is on the list.
 */
const openColumns = [
  'fund_document.sha256',
  'fund_document_part.content',
  'fund_logo.content',
  'fund_pack_part.content',
  'fund_statement_mail.allocation',
  'fund_statement_mail.content',
  'report_file.content',
  'fund_secret_ballot.sealed_choice',
  'app_user.passkey_handle',
  'sign_in_factor.credential_id',
  'sign_in_factor.public_key',
]

test('every column of the database that holds a sealed secret is on the list of those that change', async () => {
  const { rows } = await sql<{
    name: string
  }>`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea' and column_name not like '%\\_hash'`.execute(
    app.services.db,
  )
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !openColumns.includes(name))
      .sort(),
  ).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort())
})

test('tokens and bank numbers are sealed again, open with the newest key alone, and a second run finds nothing to do', async () => {
  await linkAccount(app, owner, '2026-03-04', '100.00')
  const memberId = await makeMember(owner, 'Rhea')
  await owner.client.member.createBankAccount({
    body: { memberId, bankAccountNumber: '000123456789', bankRouting: '021000021', bankAlias: 'House bank' },
  })
  await expect(readAll()).rejects.toThrow('CLUBFOLIO_SECRET_KEY')
  expect(await rotateSecrets(app.services.db, both)).toEqual({ sealedAgain: 4, unreadable: 0 })
  expect((await readAll()).sort()).toEqual(['000123456789', '021000021', 'access', 'refresh'])
  expect(await rotateSecrets(app.services.db, both)).toEqual({ sealedAgain: 0, unreadable: 0 })
})

test('many rows are worked through, and two that rotate at once do no harm', async () => {
  await sql`
    insert into broker_login (id, owner_id, broker, access_token, access_expires_at, refresh_token, refresh_expires_at, authorised_at)
    select gen_random_uuid(), ${owner.user.id}, 'test', '', now(), '', now(), now() from generate_series(1, 503)
  `.execute(app.services.db)
  const { rows } = await sql<{ id: string }>`select id from broker_login`.execute(app.services.db)
  const older = createSecretBox([keys.first])
  for (const { id } of rows) {
    const seal = (part: 'access_token' | 'refresh_token') =>
      older.seal(`${part} of ${id}`, sealedFor('broker_login', id, part))
    await app.services.db
      .updateTable('broker_login')
      .set({ access_token: seal('access_token'), refresh_token: seal('refresh_token') })
      .where('id', '=', id)
      .execute()
  }
  const rotations = await Promise.all([rotateSecrets(app.services.db, both), rotateSecrets(app.services.db, both)])
  expect(rotations.reduce((sum, { sealedAgain }) => sum + sealedAgain, 0)).toBe(1006)
  expect(new Set(await readAll())).toEqual(
    new Set(rows.flatMap(({ id }) => [`access_token of ${id}`, `refresh_token of ${id}`])),
  )
})

test('a token that is renewed at the same moment is never written over by the older one', async () => {
  const account = await linkAccount(app, owner, '2026-03-04', '100.00')
  const { broker_login_id: id } = await app.services.db
    .selectFrom('account')
    .select('broker_login_id')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const renewing = app.services.db.transaction().execute(async (trx) => {
    await trx.selectFrom('broker_login').select('id').where('id', '=', id).forUpdate().execute()
    const rotating = rotateSecrets(app.services.db, both)
    // The rotation waits at the lock before the renewed token is written.
    const isWaiting = async () =>
      (
        await sql<{ waiting: boolean }>`select exists (select from pg_locks where not granted) as waiting`.execute(
          app.services.db,
        )
      ).rows[0]!.waiting
    while (!(await isWaiting()));
    await trx
      .updateTable('broker_login')
      .set({ access_token: newest.seal('renewed', sealedFor('broker_login', id!, 'access_token')) })
      .where('id', '=', id)
      .execute()
    return { rotating }
  })
  await (
    await renewing
  ).rotating
  expect((await readAll()).sort()).toEqual(['refresh', 'renewed'])
})

test('what no listed key opens is counted and left as it is', async () => {
  const id = randomUUID()
  const lost = createSecretBox([keys.lost])
  const token = lost.seal('lost', sealedFor('broker_login', id, 'access_token'))
  const row = {
    id,
    owner_id: owner.user.id,
    broker: 'test',
    access_expires_at: new Date(0),
    refresh_expires_at: new Date(0),
    authorised_at: new Date(0),
  }
  await app.services.db
    .insertInto('broker_login')
    .values({
      ...row,
      access_token: token,
      refresh_token: both.seal('kept', sealedFor('broker_login', id, 'refresh_token')),
    })
    .execute()
  expect(await rotateSecrets(app.services.db, both)).toEqual({ sealedAgain: 0, unreadable: 1 })
  const after = await app.services.db
    .selectFrom('broker_login')
    .select('access_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(after.access_token.equals(token)).toBe(true)
})
