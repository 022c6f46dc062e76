// The sealing key changes in the documented steps of a single process while clients read and write sealed values: bank
// accounts of members, and the access to a brokerage. No call fails, every earlier secret can be read afterwards, and
// nothing sealed with the old key is left. Source: docs/operations.md, "Changing the secret key".
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@clubfolio/contract'
import { startProduct, type Product } from '../e2e/support/product.ts'
import { sealedColumns, sealedFor } from '../packages/server/src/kernel/sealed-column.ts'
import { createSecretBox } from '../packages/server/src/kernel/secret.ts'
import { campaignStart, makeClub } from './support/club.ts'
import { readRows } from './support/database.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { openVerdict } from './support/verdict.ts'

const trafficMs = 3_000
/** A process that is being restarted does not answer; callers wait and ask again under their key. */
const againMs = 250
const admin = fileURLToPath(new URL('../packages/server/dist/admin.js', import.meta.url))

const { rounds, seed } = readCampaignOptions(3)
const random = seededRandom(seed)
const verdict = openVerdict()
const newKey = (): string => randomBytes(36).toString('base64url')
const start = (keys: readonly string[], again?: Pick<Product, 'ports' | 'dataDirectory'>) =>
  startProduct({
    ...again,
    environment: {
      CLUBFOLIO_MARKET_INSTRUMENTS: '10',
      CLUBFOLIO_SECRET_KEY: keys.join(','),
      ...(again === undefined ? {} : { CLUBFOLIO_NOW: campaignStart }),
    },
  })

let key = newKey()
let product = await start([key])
const { dataDirectory, ports } = product
const { client, accounts, memberIds } = await makeClub(product, { accountCount: 2, memberCount: 2 })
const numbers = new Map<string, string>()
const failures = new Map<string, number>()
let calls = 0
let waits = 0
const over = new AbortController()

/** Asks until there is an answer; every answer but a good one is a failure. */
async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  for (;;) {
    try {
      const answer = await call()
      calls++
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 0) {
        waits++
        await delay(againMs)
        continue
      }
      const words = `${error.status} ${error.message}`
      failures.set(words, (failures.get(words) ?? 0) + 1)
      await delay(againMs)
      return undefined
    }
  }
}

async function keepBankAccounts(): Promise<void> {
  while (!over.signal.aborted) {
    const memberId = memberIds[Math.floor(random() * memberIds.length)]!
    const bankAccountNumber = String(10_000_000 + Math.floor(random() * 89_999_999))
    const idempotencyKey = randomUUID()
    const made = await ask(() =>
      client.member.createBankAccount(
        { body: { memberId, bankAccountNumber, bankRouting: '021000089', bankAlias: 'Household' } },
        { idempotencyKey },
      ),
    )
    if (made) numbers.set(made.id, bankAccountNumber)
    const listed = await ask(() => client.member.findBankAccounts({ params: { memberId } }))
    if (made && listed)
      verdict.expect(
        listed.some(({ id, number }) => id === made.id && number.endsWith(bankAccountNumber.slice(-4))),
        `the bank account ${made.id} is not listed`,
      )
  }
}

/** Every reading opens the access, and a renewal of the access seals it again. */
async function readAccounts(): Promise<void> {
  while (!over.signal.aborted) {
    const account = accounts[Math.floor(random() * accounts.length)]!
    const read = await ask(() => client.account.syncNow({ body: { accountId: account.id } }))
    if (read) verdict.expect(read.syncFailure === null, `the account cannot be read: ${read.syncFailure}`)
    // The brokerage allows 120 calls a minute.
    await delay(1_000)
  }
}

function rotate(keys: readonly string[]): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [admin, 'rotate-secrets'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      CLUBFOLIO_DATA: dataDirectory,
      CLUBFOLIO_NOW: campaignStart,
      CLUBFOLIO_SECRET_KEY: keys.join(','),
    },
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (words += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, words: words.trim() })))
}

/** Opens every sealed value with only the newest key and compares it with its known value. */
async function holdSecrets(newest: string, old: string): Promise<number> {
  const box = createSecretBox([newest])
  const before = createSecretBox([old])
  let count = 0
  for (const { table, column, part } of sealedColumns) {
    const rows = await readRows<{ id: string; value: Buffer }>(
      dataDirectory,
      `select id, "${column}" as value from "${table}"`,
    )
    for (const { id, value } of rows) {
      count++
      verdict.expect(
        !before.hasKey(value.subarray(0, 4).toString('hex')),
        `${table}.${column} of ${id} is still sealed with the old key`,
      )
      try {
        const plain = box.open(value, sealedFor(table, id, part as never))
        if (column === 'number_sealed' && numbers.has(id))
          verdict.expect(plain === numbers.get(id), `the number of the bank account ${id} reads otherwise`)
      } catch (error) {
        verdict.broken(`${table}.${column} of ${id} cannot be opened: ${String(error)}`)
      }
    }
  }
  return count
}

function filesHolding(folder: string, canary: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).includes(canary)
  })
}

const clients = [keepBankAccounts(), readAccounts()]
let secrets = 0
for (let round = 1; round <= rounds; round++) {
  const old = key
  key = newKey()
  await delay(trafficMs)
  await product.end()
  product = await start([key, old], { dataDirectory, ports })
  await delay(trafficMs)
  const { code, words } = await rotate([key, old])
  verdict.expect(code === 0, `round ${round}: rotate-secrets ended with ${code}: ${words}`)
  await product.end()
  product = await start([key], { dataDirectory, ports })
  await delay(trafficMs)
  secrets = await holdSecrets(key, old)
  verdict.expect(
    filesHolding(dataDirectory, old).length === 0,
    `round ${round}: the old key stands in ${filesHolding(dataDirectory, old).join(', ')}`,
  )
  console.log(`round ${round}: ${words} ${calls} calls, ${numbers.size} bank accounts`)
}
over.abort()
await Promise.all(clients)
const stored = await readRows<{ count: number }>(dataDirectory, 'select count(*)::int as count from bank_account')
verdict.expect(
  stored[0]!.count === numbers.size,
  `${stored[0]!.count} bank accounts for ${numbers.size} that were acknowledged`,
)
await product.end()
await rm(dataDirectory, { recursive: true })
for (const [words, count] of failures) verdict.broken(`${count} calls failed: ${words}`)
verdict.figure('changes of the key', rounds)
verdict.figure('calls answered meanwhile', calls)
verdict.figure(
  'failures',
  [...failures.values()].reduce((sum, one) => sum + one, 0),
)
verdict.figure('waits for a process that was being restarted', waits)
verdict.figure('secrets that the newest key alone opens', secrets)
verdict.end()
