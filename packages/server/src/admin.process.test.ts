// The command as its user runs it: in its own process, on its own database.
import { spawn } from 'node:child_process'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { expect, test } from 'vitest'
import { createSecretBox } from './kernel/secret.ts'
import { addAuthenticator } from './testing/authenticator-app.ts'
import { linkAccount } from './testing/factories.ts'
import { refusalOf } from './testing/refusal-of.ts'
import { startTestApp } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'

const program = programFile('server', 'admin.ts')

function run(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string; complaint: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  const texts = { output: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.complaint += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

test('an invitation from the command line makes the first administrator, once', async ({ onTestFinished }) => {
  let databaseUrl = ''
  const app = await startTestApp({
    replace: (_services, url) => {
      databaseUrl = url
      return {}
    },
  })
  onTestFinished(() => app.stop())
  const environment = {
    DATABASE_URL: databaseUrl,
    CLUBFOLIO_NOW: new Date(app.clock.nowMs()).toISOString(),
    CLUBFOLIO_ORIGIN: 'https://club.example',
  }
  const invited = await run(['invite', 'Chair@Club.example'], environment)
  expect(invited).toMatchObject({ code: 0, complaint: '' })
  const token = /^https:\/\/club\.example\/auth#invite=([\w-]{43})$/m.exec(invited.output)![1]!
  const accept = () =>
    app.client().security.acceptInvitation({
      body: { token, password: 'harbour lights on', firstName: 'Ada', lastName: 'Berg', phoneNumber: '+12125557001' },
    })
  await accept()
  const chair = await app.client().security.checkVerificationCode({
    body: { email: 'chair@club.example', code: await app.readCode('chair@club.example') },
  })
  expect(chair.permissions.map((permission) => permission.nameKey)).toContain('LUP')
  expect(await refusalOf(accept())).toBe('400 linkDead')
})

test('a user who lost every method gets in by text message again, and a mail', async ({ onTestFinished }) => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const person = await app.signUp(['INVESTORS'])
  await addAuthenticator(app, person)
  await app.services.db.updateTable('app_user').set({ takes_sms: false }).where('id', '=', person.user.id).execute()
  const environment = { DATABASE_URL: app.databaseUrl, CLUBFOLIO_NOW: new Date(app.clock.nowMs()).toISOString() }
  expect(await run(['reset-sign-in', person.email], environment)).toMatchObject({
    code: 0,
    complaint: '',
    output:
      `1 sign-in method was removed. ${person.email} signs in with their password and a code by text message. ` +
      'They got a mail about it.\n',
  })
  expect(await refusalOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
  await expect(app.signIn(person.email)).resolves.toMatchObject({ email: person.email })
  const { db } = app.services
  const mails = await db.selectFrom('outbox_message').select('subject').where('recipient', '=', person.email).execute()
  expect(mails).toEqual([{ subject: 'Your Clubfolio sign-in methods were changed' }])
  const audit = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'object_id'])
    .where('action', '=', 'sign-in-method.reset')
    .execute()
  expect(audit).toEqual([{ actor_id: null, object_id: person.user.id }])
  expect(await run(['reset-sign-in', 'nobody@club.example'], environment)).toMatchObject({
    code: 1,
    complaint: 'There is no active user with the e-mail nobody@club.example.\n',
  })
})

test('the group of new people is set from the command line, never to one that administers', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const environment = { DATABASE_URL: database.url }
  expect(await run(['new-user-group', 'MANAGERS'], environment)).toMatchObject({
    code: 0,
    output: 'People who register join Managers.\n',
  })
  expect(await run(['new-user-group', 'ADMINISTRATORS'], environment)).toMatchObject({ code: 1, output: '' })
  expect(await run(['new-user-group', 'NOBODY'], environment)).toMatchObject({
    code: 1,
    complaint: 'There is no active group with the name key NOBODY.\n',
  })
})

test('stored secrets are sealed again with the newest key from the command line, beside a server that works', async ({
  onTestFinished,
}) => {
  const keys = {
    older: 'an older key of more than thirty-two characters',
    newest: 'the newest key of more than thirty-two characters',
  }
  let databaseUrl = ''
  const app = await startTestApp({
    replace: (_services, url) => {
      databaseUrl = url
      return { secrets: createSecretBox([keys.older]) }
    },
  })
  onTestFinished(() => app.stop())
  await linkAccount(app, await app.signUp(['MANAGERS']), '2026-03-04', '100.00')
  const rotate = (secretKey: string) =>
    run(['rotate-secrets'], { DATABASE_URL: databaseUrl, CLUBFOLIO_SECRET_KEY: secretKey })
  expect(await rotate(keys.newest)).toMatchObject({
    code: 1,
    output: '',
    complaint: expect.stringContaining('2 could not be opened') as string,
  })
  expect(await rotate(`${keys.newest},${keys.older}`)).toMatchObject({
    code: 0,
    complaint: '',
    output: '2 secrets were sealed again with the newest key. Older keys can be taken out of CLUBFOLIO_SECRET_KEY.\n',
  })
  expect(await rotate(keys.newest)).toMatchObject({ code: 0, output: expect.stringContaining('0 secrets') as string })
})

test.each([
  [[]],
  [['invite']],
  [['rotate-secrets', 'now']],
  [['after-restore', 'now']],
  [['reset-sign-in']],
  [['invite', 'a@b.example', 'c@d.example']],
  [['remove', 'a@b.example']],
])('%j is answered with how to say it', async (args) => {
  expect(await run(args, {})).toMatchObject({
    code: 2,
    output: '',
    complaint: expect.stringContaining('npm run admin -- invite EMAIL') as string,
  })
})

test('what is no e-mail address gets no invitation', async () => {
  expect(await run(['invite', 'chair'], {})).toMatchObject({ code: 2, complaint: 'chair is not an e-mail address.\n' })
})
