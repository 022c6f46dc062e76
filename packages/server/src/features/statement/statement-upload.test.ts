// Uploads that send less or more than the length that they state: nothing is taken in by half, and no file is left.
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createAccount, schwabFile, type TestFileAccount } from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
let folder: string
let account: TestFileAccount
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-statement-upload-'))
  app = await startTestApp({ environment: { CLUBFOLIO_DATA: folder } })
  owner = await app.signUp(['MANAGERS'])
  account = await createAccount(owner)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const statement = schwabFile([
  '"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$501.00"',
  '"06/02/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
])

/** Opens a connection and sends the head of an upload that states a length. */
async function startUpload(statedBytes: number) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    [
      `POST /v1/api/account/upload-statement/${account.id}/history.csv HTTP/1.1`,
      `host: ${hostname}`,
      `token: ${owner.user.token}`,
      'content-type: application/octet-stream',
      `content-length: ${statedBytes}`,
      '',
      '',
    ].join('\r\n'),
  )
  return socket
}

const statements = async () =>
  (await owner.client.fileAccount.findStatements({ params: { accountId: account.id } })).statements
const uploads = () => readdir(join(folder, 'uploads')).catch((): string[] => [])

test('an upload that ends before its stated length is no statement, and its file is removed', async () => {
  const socket = await startUpload(1_000_000)
  socket.write(statement)
  await vi.waitFor(async () => expect(await uploads()).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await uploads()).toEqual([]))
  expect(await statements()).toEqual([])
})

test('of an upload beyond its stated length only the stated bytes are read, and the rest is no request', async () => {
  const bytes = Buffer.from(statement)
  const stated = bytes.indexOf('Tfr BANK')
  const socket = await startUpload(stated)
  socket.write(bytes.subarray(0, stated))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK/)
  socket.write(bytes.subarray(stated))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  await vi.waitFor(async () =>
    expect(await statements()).toMatchObject([
      { state: 'REFUSED', reason: expect.stringContaining('in the middle of a row') as string },
    ]),
  )
  await vi.waitFor(async () => expect(await uploads()).toEqual([]))
})
