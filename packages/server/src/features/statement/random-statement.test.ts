// Random statement files through the real calls: cut, shuffled, doubled, in other encodings, packed and damaged. Each
// is refused in words or prepared with a preview; only an import changes the account, a second one changes nothing,
// and an undo restores every row.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { AccountStatement } from '@clubfolio/contract'
import { hasMarketData, marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { propertyRuns, propertySeed } from '@clubfolio/domain/testing/property-runs'
import { anySample, textOf, unknownSample } from '@clubfolio/statement-files/testing/random-statement'
import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { readAccountRows } from './testing/account-rows.ts'
import {
  createAccount,
  importFile,
  mapColumns,
  schwabFile,
  take,
  undo,
  upload,
  type TestFileAccount,
} from './testing/file-account.ts'

/** The first failure ends a run: each step of shrinking would read and undo several files. */
const runs = { numRuns: propertyRuns(16, 400), seed: propertySeed(), endOnFailure: true }

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

type Bytes = Uint8Array<ArrayBuffer>
type Change = (content: Buffer) => Buffer

const folder = join(marketDataFolder, 'brokerage')
const given = hasMarketData ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : []
/** A given sample is shortened: its first rows have every kind of trouble that the file as a whole has. */
const givenText = (name: string): string => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, 30).join('\n')

const text = fc.oneof(
  { weight: 4, arbitrary: anySample.map(textOf) },
  { weight: 1, arbitrary: unknownSample.map(textOf) },
  ...(given.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...given).map(givenText) }]),
)

/** Evenly spread, where a number with a bias would cut most files at their beginning. */
const share = fc.noBias(fc.nat(9_999)).map((value) => value / 10_000)
const placeIn = (length: number, at: number): number => Math.floor(length * at)

/** Changes of the rows of a text. */
const ofRows = fc.oneof(
  fc.constant((rows: readonly string[]) => rows),
  share.map((at) => (rows: readonly string[]) => rows.toSpliced(placeIn(rows.length, at), 1)),
  share.map((at) => (rows: readonly string[]) => {
    const place = placeIn(rows.length, at)
    return rows.toSpliced(place, 0, rows[place] ?? '')
  }),
  fc.constant((rows: readonly string[]) => [...rows, ...rows.slice(1)]),
  fc.infiniteStream(fc.nat()).map((turns) => (rows: readonly string[]) => {
    const [head = '', ...rest] = rows
    return [
      head,
      ...rest
        .map((row) => [turns.next().value ?? 0, row] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, row]) => row),
    ]
  }),
)

const encodings = fc.constantFrom<(text: string) => Buffer>(
  (one) => Buffer.from(one),
  (one) => Buffer.from(`\ufeff${one}`),
  (one) => Buffer.from(one, 'latin1'),
  (one) => Buffer.from(`\ufeff${one}`, 'utf16le'),
  (one) => Buffer.from(one, 'utf16le'),
  (one) => Buffer.from(`\ufeff${one}`, 'utf16le').swap16(),
  (one) => Buffer.from(one.replaceAll('\n', '\r\n')),
)

const cut: fc.Arbitrary<Change> = share.map((at) => (content) => content.subarray(0, placeIn(content.length, at)))
const changedBytes: fc.Arbitrary<Change> = fc
  .array(fc.tuple(share, fc.oneof(fc.nat(255), fc.constantFrom(34, 44, 10, 60, 62, 48, 45, 46))), {
    minLength: 1,
    maxLength: 8,
  })
  .map((changes) => (content) => {
    const changed = Buffer.from(content)
    for (const [at, byte] of changes) if (changed.length > 0) changed[placeIn(changed.length, at)] = byte
    return changed
  })
const damage = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change>((content) => content) },
  { weight: 2, arbitrary: cut },
  { weight: 2, arbitrary: changedBytes },
)
const packings = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Change>((content) => content) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Change>(
      (content) => gzipSync(content),
      (content) => Buffer.from(zipSync({ 'a folder/statement.csv': new Uint8Array(content) })),
      (content) => Buffer.from(zipSync({ 'statement.ofx': new Uint8Array(content), 'read me.pdf': new Uint8Array(9) })),
    ),
  },
)

interface RandomFile {
  readonly content: Bytes
  /** How a failure shows it. */
  readonly [fc.toStringMethod]: () => string
}

/** What a user may upload as a statement. */
const file: fc.Arbitrary<RandomFile> = fc
  .tuple(text, ofRows, encodings, damage, packings, damage)
  .map(([words, rows, encoded, harm, packed, packedHarm]) => {
    const plain = harm(encoded(rows(words.split('\n')).join('\n')))
    const content = packedHarm(packed(plain))
    return {
      content: new Uint8Array(content),
      [fc.toStringMethod]: () => `${content.length} bytes of ${JSON.stringify(plain.toString('latin1'))}`,
    }
  })

let account: TestFileAccount | undefined
let before: readonly string[] = []

/** An account with a statement of its own. It serves every run: each leaves it as it was, or fails. */
async function accountAtRest(): Promise<TestFileAccount> {
  if (account !== undefined) return account
  account = await createAccount(owner)
  await importFile(
    account,
    'first.csv',
    schwabFile([
      '"01/03/2024","Buy","ABC","ABC INC","10","$50.00","$1.00","-$501.00"',
      '"01/02/2024","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
    ]),
  )
  before = await readAccountRows(app.services.db, account.id)
  return account
}

const rowsOf = ({ id }: TestFileAccount) => readAccountRows(app.services.db, id)

/** Uploads a file, with the proposed mapping where its columns need one; the account is unchanged by both. */
async function prepare(target: TestFileAccount, content: Bytes): Promise<AccountStatement> {
  const rows = await rowsOf(target)
  let found = await upload(target, 'random.csv', content)
  if (found.statement.state === 'NEEDS_MAPPING') {
    expect(found.mapping?.head.length).toBeGreaterThan(0)
    if (found.mapping?.faults.length === 0) found = await mapColumns(target, found.statement.id, found.mapping.proposal)
  }
  expect(found.statement.state).toMatch(/^(REFUSED|NEEDS_MAPPING|PREPARED)$/)
  if (found.statement.state === 'PREPARED') {
    expect(found.preview).not.toBeNull()
    const outcomes = found.statement.outcomes.reduce((sum, { lines }) => sum + lines, 0)
    expect(outcomes).toBe(found.statement.lines)
  } else if (found.statement.state === 'REFUSED') {
    expect(found.statement.reason).toMatch(/^\S.*\.$/)
    // Neither a fault nor what the machine says about a file.
    expect(found.statement.reason).not.toMatch(/fault of ours|\bE[A-Z]{4,}\b|uploads/)
  }
  expect(await rowsOf(target)).toEqual(rows)
  return found.statement
}

async function importTwiceAndUndo(target: TestFileAccount, content: Bytes, undoesNewestFirst: boolean): Promise<void> {
  const first = await prepare(target, content)
  if (first.state !== 'PREPARED') {
    await undo(target, first.id)
    return
  }
  const imported = await take(target, first.id)
  expect(imported).toMatchObject({ state: 'IMPORTED', reason: null })
  const after = await rowsOf(target)
  const second = await prepare(target, content)
  expect(second.outcomes.filter(({ outcome }) => outcome === 'NEW' || outcome === 'SIMILAR')).toEqual([])
  expect(await take(target, second.id)).toMatchObject({ state: 'IMPORTED', reason: null })
  expect(await rowsOf(target)).toEqual(after)
  const [one, other] = undoesNewestFirst ? [second, first] : [first, second]
  await undo(target, one.id)
  expect(await rowsOf(target)).toEqual(after)
  await undo(target, other.id)
}

test('a random file is refused or prepared; a second import changes nothing, and an undo restores every row', () =>
  fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ({ content }, undoesNewestFirst) => {
      const target = await accountAtRest()
      account = undefined
      await importTwiceAndUndo(target, content, undoesNewestFirst)
      expect(await rowsOf(target)).toEqual(before)
      account = target
    }),
    runs,
  ))

test('closes before the first one that an undo takes away leave its lines as they were', async () => {
  const target = await accountAtRest()
  account = undefined
  const rows = [
    'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency',
    '24-08-2022 07:00:15;00000000;Debit;;;;1.0;2000.00;2.00;0.00;-2002.00;6612.40;CHF',
    '23-08-2022 12:00:25;114723639;Forex credit;;;;1.0;1995.39;0.00;0.00;1995.39;2937.32;EUR',
  ]
  await importTwiceAndUndo(target, new Uint8Array(Buffer.from(rows.join('\n'))), true)
  expect(await rowsOf(target)).toEqual(before)
  account = target
})
