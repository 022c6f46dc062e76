// Reports as files, in the background and by mail through the real calls, with a real mail server on this machine.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createTokenClient, type FilledFilter } from '@clubfolio/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtp } from '../../adapters/message/smtp.ts'
import { giveToken } from '../../testing/api-tokens.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { transactionRow } from '../../testing/sample-rows.ts'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { claimRun } from './claimed-run.ts'
import { runWaitingReports } from './run-reports.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
let mailServer: SMTPServer
const received: { readonly to: string; readonly text: string }[] = []
let refuse: ((address: string) => number | undefined) | undefined

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse?.(address)
      done(code === undefined ? null : Object.assign(new Error('no'), { responseCode: code }))
    },
    onData(stream, session, done) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (text += part))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(' '), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve()))
  const url = `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`
  app = await startTestApp({
    replace: () => ({ mail: createSmtp({ url, from: 'Clubfolio <no-reply@club.example>' }) }),
  })
  owner = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, owner, '2026-01-02', '100.00')
  const rows = Array.from({ length: 1500 }, (_row, index) => {
    const at = new Date(Date.UTC(2026, 0, 2 + (index % 60), 15, 0, 0))
    return transactionRow(account.id, {
      broker_id: String(index),
      occurred_at: at,
      day: at.toISOString().slice(0, 10),
      description: `Row ${index}`,
      net_amount_cents: BigInt(-index),
    })
  })
  await app.services.db.insertInto('account_transaction').values(rows).execute()
})
afterAll(async () => {
  await app.stop()
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
})
beforeEach(() => {
  received.length = 0
  refuse = undefined
  // The newest run comes first, by its instant.
  app.clock.advance(1000)
})

const filter = (from = '2026-01-01', to = '2026-03-04'): FilledFilter[] => [
  { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
  { nomenclatorConfigNameKey: 'period', selectedItem: [from, to] },
  { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
]
const wish = { report: 'transactions', orderBy: null, direction: null, column: null }
const settle = () => app.services.background.idle()
const runs = () => owner.client.reportDelivery.findRuns()
const send = (fields: object = {}, by = owner, key?: string) =>
  by.client.reportDelivery.sendPdfReportByEmail(
    { body: { ...wish, filter: filter(), emailList: ['a@b.example'], ...fields } },
    key ? { idempotencyKey: key } : {},
  )
/** Holds back work that would start after a response until the test runs it. */
async function held<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  try {
    return await work()
  } finally {
    app.services.background.start = start
  }
}

/** The name of the files: report, manager and period. */
const named = 'Transactions - Paper - Maria Example - 2026-01-01 to 2026-03-04'

/** Returns the attached files of a mail by name; a long name is folded over two lines. */
const attached = (text: string): Record<string, Buffer> =>
  Object.fromEntries(
    [
      ...text
        .replaceAll(/\r\n[ \t]+/g, ' ')
        .matchAll(/filename="?([^"\r\n]+)"?(?:\r\n[^\r\n]+)*\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g),
    ].map((match) => [match[1]!, Buffer.from(match[2]!, 'base64')]),
  )

test('each kind of file bears the name of the report, its manager and its period, and an empty report is none', async () => {
  const { generatePdf, generateExcel, generateCsv } = owner.client.reportDelivery
  const body = { ...wish, filter: filter(), column: ['transactionDate', 'netAmount'] }
  const [pdf, excel, csv] = [await generatePdf({ body }), await generateExcel({ body }), await generateCsv({ body })]
  expect([pdf.fileName, excel.fileName, csv.fileName]).toEqual([`${named}.pdf`, `${named}.xlsx`, `${named}.csv`])
  expect([
    (await pdf.content.text()).slice(0, 5),
    (await excel.content.text()).slice(0, 2),
    (await csv.content.text()).split('\r\n').length,
  ]).toEqual(['%PDF-', 'PK', 1502])
  expect([pdf.content.type, excel.content.type, csv.content.type]).toEqual(
    [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/csv;charset=utf-8',
    ].map((type) => expect.stringContaining(type.split(';')[0]!) as unknown),
  )
  await expect(generatePdf({ body: { ...wish, filter: filter('2020-01-01', '2020-01-02') } })).rejects.toMatchObject({
    body: { refusal: 'reportEmpty' },
  })
})

test('a long report that is waited for is a task', async () => {
  app.clock.advance(6 * 60_000)
  await owner.client.reportDelivery.generatePdf({ body: { ...wish, filter: filter() } })
  expect(await owner.client.task.findRecent()).toMatchObject([
    { name: 'Report Transactions as PDF', status: 'COMPLETED', position: 1500, total: 1500, percent: 100 },
  ])
})

test('a report goes whole to each address by itself, once, with PDF, spreadsheet and comment', async () => {
  const { message, id } = await send({
    emailList: ['a@b.example', 'A@B.example', 'c@d.example'],
    formats: ['pdf', 'xlsx'],
    comment: 'Have a look.\r\nBcc: evil@x.example\n\nÅsa',
  })
  expect(message).toBe('The report is on its way to 2 addresses.')
  await settle()
  expect(received.map(({ to }) => to).toSorted()).toEqual(['a@b.example', 'c@d.example'])
  for (const { to, text } of received) {
    const head = text.slice(0, text.indexOf('\r\n\r\n'))
    expect(head).toContain('Subject: Report: Transactions')
    expect(head).not.toMatch(/^Bcc/m)
    expect(text).toContain('Have a look.')
    expect(text).not.toContain(to === 'a@b.example' ? 'c@d.example' : 'a@b.example')
    const files = attached(text)
    expect(Object.keys(files).toSorted()).toEqual([`${named}.pdf`, `${named}.xlsx`])
    const { content } = await owner.client.reportDelivery.downloadRun({ params: { runId: id, format: 'pdf' } })
    expect(files[`${named}.pdf`]!.equals(Buffer.from(await content.arrayBuffer()))).toBe(true)
    expect(files[`${named}.xlsx`]!.subarray(0, 2).toString()).toBe('PK')
  }
  expect((await runs())[0]).toMatchObject({
    id,
    kind: 'MAIL',
    state: 'DONE',
    rows: 1500,
    percent: 100,
    recipients: [
      { email: 'a@b.example', state: 'SENT' },
      { email: 'c@d.example', state: 'SENT' },
    ],
  })
})

test('addresses are addresses: no header, no list, at most ten, at least one', async () => {
  for (const emailList of [
    ['a@b.example\r\nBcc: evil@x.example'],
    ['a@b.example,evil@x.example'],
    ['"x" <a@b.example>'],
    ['nobody'],
    [],
    Array.from({ length: 11 }, (_one, index) => `p${index}@b.example`),
  ]) {
    const response = await fetch(`${app.url}/v1/api/static-report/send-pdf-report-by-email`, {
      method: 'POST',
      headers: { token: owner.user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ report: 'transactions', filter: filter(), emailList }),
    })
    expect(response.status).toBe(400)
  }
  await settle()
  expect(received).toEqual([])
})

test('the same request twice mails once', async () => {
  await Promise.allSettled(Array.from({ length: 4 }, () => send({}, owner, 'report-mail-once-1')))
  await settle()
  expect(received).toHaveLength(1)
})

test('fifty addresses an hour and no more, counted in the database', async () => {
  const sender = await app.signUp(['MANAGERS'])
  const other = await linkAccount(app, sender, '2026-01-02', '1.00')
  await app.services.db
    .insertInto('account_transaction')
    .values(transactionRow(other.id, { occurred_at: new Date('2026-02-02T15:00:00Z'), day: '2026-02-02' }))
    .execute()
  const ten = (round: number) => Array.from({ length: 10 }, (_one, index) => `p${round}${index}@b.example`)
  const mail = (round: number) =>
    send(
      {
        filter: filter().map((one) =>
          one.nomenclatorConfigNameKey === 'account' ? { ...one, selectedItem: other.id } : one,
        ),
        emailList: ten(round),
      },
      sender,
    )
  const outcomes = await held(() => Promise.allSettled(Array.from({ length: 7 }, (_one, round) => mail(round))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject(refused.map(() => ({ reason: { status: 429, body: { refusal: 'reportMailLimit' } } })))
  app.clock.advance(61 * 60_000)
  const again = await app.signIn(sender.email)
  await expect(
    held(() =>
      send(
        {
          filter: filter().map((one) =>
            one.nomenclatorConfigNameKey === 'account' ? { ...one, selectedItem: other.id } : one,
          ),
        },
        again,
      ),
    ),
  ).resolves.toBeDefined()
  await app.services.db.deleteFrom('report_run').where('owner_id', '=', sender.user.id).execute()
  owner = await app.signIn(owner.email)
})

test('the owner sees an address that the server refuses; a server that is out of reach is asked again with the same file', async () => {
  refuse = (address) => (address === 'gone@b.example' ? 550 : undefined)
  await send({ emailList: ['a@b.example', 'gone@b.example'] })
  await settle()
  expect((await runs())[0]).toMatchObject({
    state: 'FAILED',
    reason: 'Not sent to gone@b.example: The mail server refused the message (550).',
  })
  expect((await owner.client.notification.findRecent()).result[0]).toMatchObject({
    kind: 'REPORT_FAILED',
    title: 'Report not mailed',
  })
  expect(received.map(({ to }) => to)).toEqual(['a@b.example'])

  app.clock.advance(1000)
  refuse = () => 421
  const { id } = await send({ emailList: ['a@b.example'] })
  await settle()
  expect((await runs())[0]).toMatchObject({
    id,
    state: 'WAITING',
    reason: expect.stringContaining('It is tried again.') as string,
  })
  refuse = undefined
  expect(await runWaitingReports(app.services)).toBe(0)
  app.clock.advance(61_000)
  expect(await runWaitingReports(app.services)).toBe(1)
  expect((await runs())[0]).toMatchObject({ id, state: 'DONE' })
  expect(received).toHaveLength(2)
})

test('a prepared report is written in the background, fetched by its owner alone, and forgotten after a day', async () => {
  const { id } = await owner.client.reportDelivery.prepareReport({
    body: { ...wish, filter: filter(), formats: ['csv', 'pdf'] },
  })
  await settle()
  expect((await runs())[0]).toMatchObject({ id, kind: 'DOWNLOAD', state: 'DONE', ready: ['csv', 'pdf'], percent: 100 })
  const file = await owner.client.reportDelivery.downloadRun({ params: { runId: id, format: 'csv' } })
  expect([file.fileName, (await file.content.text()).split('\r\n').length]).toEqual([`${named}.csv`, 1502])
  const stranger = await app.signUp(['MANAGERS'])
  await expect(
    stranger.client.reportDelivery.downloadRun({ params: { runId: id, format: 'csv' } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(stranger.client.reportDelivery.cancelRun({ body: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await stranger.client.reportDelivery.findRuns()).toEqual([])
  await expect(
    owner.client.reportDelivery.downloadRun({ params: { runId: id, format: 'xlsx' } }),
  ).rejects.toMatchObject({ body: { refusal: 'reportFileGone' } })
})

test('a file is fetched by those who may still read its report, also with a token: otherwise it is like a missing one', async () => {
  const administrator = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  const period = { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_30_DAYS' }
  const all = ['user', 'area'].map((key) => ({ nomenclatorConfigNameKey: key, selectedItem: 'ALL' }))
  const { id } = await administrator.client.reportDelivery.prepareReport({
    body: { ...wish, report: 'user-activity', filter: [period, ...all], formats: ['csv'] },
  })
  await settle()
  const fetchAs = ({ reportDelivery }: TestUser['client']) =>
    reportDelivery.downloadRun({ params: { runId: id, format: 'csv' } })
  const withKeys = async (...keys: ('VR' | 'VAd')[]) =>
    createTokenClient({ baseUrl: app.url, token: (await giveToken(app, administrator.user.id, { keys })).token })
  expect((await fetchAs(administrator.client)).fileName).toMatch(/^User activity/)
  await expect(fetchAs(await withKeys('VR', 'VAd'))).resolves.toBeDefined()
  expect(await refusalOf(fetchAs(await withKeys('VR')))).toBe('404 notFound')
  const { db } = app.services
  await db
    .deleteFrom('user_group_member')
    .where('user_id', '=', administrator.user.id)
    .where('group_id', 'in', (eb) => eb.selectFrom('user_group').select('id').where('name_key', '=', 'ADMINISTRATORS'))
    .execute()
  expect(await refusalOf(fetchAs(administrator.client))).toBe('404 notFound')
})

test('three files of one user are written at a time and the others wait in line, without holding up what changes something, or other users', async () => {
  const { renderer } = app.services
  const render = renderer.render
  let [atWork, most] = [0, 0]
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  renderer.render = async (order) => {
    most = Math.max(most, ++atWork)
    await released
    try {
      return await render(order)
    } finally {
      atWork--
    }
  }
  try {
    const ask = () => owner.client.reportDelivery.generateCsv({ body: { ...wish, filter: filter() } })
    const asked = Promise.all(Array.from({ length: 7 }, ask))
    await expect.poll(() => atWork, { timeout: 10_000 }).toBe(3)
    // The call takes a turn of those that downloads share.
    expect(await refusalOf(owner.client.reportDelivery.cancelRun({ body: { id: randomUUID() } }))).toBe('404 notFound')
    const other = await app.signUp(['ADMINISTRATORS'])
    const period = { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_30_DAYS' }
    const all = ['user', 'area'].map((key) => ({ nomenclatorConfigNameKey: key, selectedItem: 'ALL' }))
    const ofOther = other.client.reportDelivery.generateCsv({
      body: { ...wish, report: 'user-activity', filter: [period, ...all] },
    })
    await expect.poll(() => atWork, { timeout: 10_000 }).toBe(4)
    release()
    expect(await asked).toHaveLength(7)
    await expect(ofOther).resolves.toBeDefined()
    expect(most).toBe(4)
  } finally {
    release()
    renderer.render = render
  }
})

test('what waits can be cancelled, and what is being written ends in the middle', async () => {
  const waiting = await held(() => owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter() } }))
  await owner.client.reportDelivery.cancelRun({ body: { id: waiting.id } })
  expect(await runWaitingReports(app.services)).toBe(0)
  await expect(owner.client.reportDelivery.cancelRun({ body: { id: waiting.id } })).rejects.toMatchObject({
    body: { refusal: 'reportRunEnded' },
  })

  const { id } = await held(() => owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter() } }))
  const { renderer } = app.services
  const render = renderer.render
  let wasAborted = false
  renderer.render = async (order) => {
    // Cancels the run while it is being written, and continues writing only then.
    await owner.client.reportDelivery.cancelRun({ body: { id } })
    await new Promise<void>((resolve) => order.signal!.addEventListener('abort', () => resolve(), { once: true }))
    wasAborted = true
    return render(order)
  }
  await runWaitingReports(app.services)
  renderer.render = render
  expect(wasAborted).toBe(true)
  expect((await runs()).find((run) => run.id === id)).toMatchObject({ state: 'CANCELLED', ready: [] })
  expect((await owner.client.task.findRecent()).at(-1)).toMatchObject({ status: 'CANCELLED' })
})

test('its task can be cancelled too: the run is given up with it, and nothing of it is kept', async () => {
  const { id } = await held(() => owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter() } }))
  const { renderer } = app.services
  const render = renderer.render
  renderer.render = async (order) => {
    const [task] = (await owner.client.task.find({ params: { status: 'RUNNING', whose: 'OWN', start: 0, count: 1 } }))
      .result
    await owner.client.task.cancel({ body: { id: task!.id } })
    await new Promise<void>((resolve) => order.signal!.addEventListener('abort', () => resolve(), { once: true }))
    return render(order)
  }
  await runWaitingReports(app.services)
  renderer.render = render
  expect((await runs()).find((run) => run.id === id)).toMatchObject({ state: 'CANCELLED', ready: [] })
  const [ended] = (await owner.client.task.find({ params: { status: 'CANCELLED', whose: 'OWN', start: 0, count: 1 } }))
    .result
  expect(ended).toMatchObject({ error: 'Nothing was written or mailed.' })
})

test('a run whose worker died is taken over once its claim has ended, and the dead one changes nothing any more', async () => {
  const { id } = await held(() =>
    owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter(), formats: ['csv'] } }),
  )
  expect(await claimRun(app.services)).toMatchObject({ id, attempts: 1 })
  expect(await runWaitingReports(app.services)).toBe(0)
  app.clock.advance(2 * 60_000)
  expect(await runWaitingReports(app.services)).toBe(1)
  expect((await runs()).find((run) => run.id === id)).toMatchObject({ state: 'DONE', ready: ['csv'] })
})

test('a run that is cancelled between its files and its end leaves no file', async () => {
  const { id } = await held(() =>
    owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter(), formats: ['csv'] } }),
  )
  await claimRun(app.services, id)
  await app.services.db
    .insertInto('report_file')
    .values({ run_id: id, format: 'csv', file_name: 'Transactions.csv', content: Buffer.from('a') })
    .execute()
  await owner.client.reportDelivery.cancelRun({ body: { id } })
  expect((await runs()).find((run) => run.id === id)).toMatchObject({ state: 'CANCELLED', ready: [] })
})

test('a file needs a column: none at all is refused beside its field', async () => {
  const none = { ...wish, filter: filter(), column: [] }
  for (const call of [
    owner.client.reportDelivery.generateCsv({ body: none }),
    owner.client.reportDelivery.prepareReport({ body: { ...none, formats: ['csv'] } }),
  ]) {
    await expect(call).rejects.toMatchObject({
      status: 400,
      body: { refusal: 'invalid', error: [{ field: 'column', message: 'Choose at least one column.' }] },
    })
  }
})

test('at most five reports of one user wait, also when several are asked for at once', async () => {
  const ask = () => owner.client.reportDelivery.prepareReport({ body: { ...wish, filter: filter(), formats: ['csv'] } })
  for (let count = 0; count < 4; count++) await held(ask)
  const asked = await held(() => Promise.allSettled([ask(), ask(), ask(), ask()]))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(ask()).rejects.toMatchObject({ status: 409, body: { refusal: 'reportRunsWaiting' } })
  await Promise.all([runWaitingReports(app.services), runWaitingReports(app.services)])
  await expect(held(ask)).resolves.toBeDefined()
})
