// An upload of 200 MB is refused at the limit while it arrives: the memory of the process does not grow with it, and
// no more of it is accepted than the limit and what the connection holds.
import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { largestStatementBytes } from './statement-limits.ts'
import { createAccount, type TestFileAccount } from './testing/file-account.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

let app: TestApp
let owner: TestUser
let folder: string
let account: TestFileAccount
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-large-statement-'))
  app = await startTestApp({ environment: { CLUBFOLIO_DATA: folder } })
  owner = await app.signUp(['MANAGERS'])
  account = await createAccount(owner)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const megabyte = 1024 ** 2
const piece = Buffer.from('"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$501.00"\n'.repeat(900))

function usedBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Sends bytes until the answer arrives; returns it with the bytes that were accepted and the most memory in use. */
async function send(headers: Readonly<Record<string, string>>, byteCount: number) {
  const target = new URL(`/v1/api/account/upload-statement/${account.id}/large.csv`, app.url)
  const call = request(target, {
    method: 'POST',
    headers: { token: owner.user.token, 'content-type': 'application/octet-stream', ...headers },
  })
  const answer = new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
  })
  let [sent, peak] = [0, 0]
  const body = Readable.from(
    (function* () {
      for (; sent < byteCount; sent += piece.length) {
        if (sent % (4 * megabyte) < piece.length) peak = Math.max(peak, usedBytes())
        yield piece
      }
    })(),
    { highWaterMark: 1 },
  )
  // A connection that is closed while the body is sent fails the body; the answer counts.
  body.once('error', () => undefined)
  body.pipe(call)
  const { status, body: content } = await answer
  const accepted = sent
  body.destroy()
  call.destroy()
  return { status, content, accepted, peak }
}

test.each<[string, Readonly<Record<string, string>>]>([
  ['of a stated length', { 'content-length': String(200 * megabyte) }],
  ['of no stated length', { 'transfer-encoding': 'chunked' }],
])('200 MB %s end at the limit, in bounded memory', async (_what, headers) => {
  const before = usedBytes()
  const { status, content, accepted, peak } = await send(headers, 200 * megabyte)
  expect(status).toBe(413)
  expect(content).toContain('tooLarge')
  expect(accepted).toBeGreaterThan(largestStatementBytes - megabyte)
  expect(accepted).toBeLessThan(largestStatementBytes + 16 * megabyte)
  expect(peak - before).toBeLessThan(16 * megabyte)
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
  const { statements } = await owner.client.fileAccount.findStatements({ params: { accountId: account.id } })
  expect(statements).toEqual([])
})
