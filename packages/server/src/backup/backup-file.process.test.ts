// The backup file by itself: an intact file is read, and any truncation or change is refused with a sentence.
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackupFile, readBackupFile } from './backup-file.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { Manifest } from './manifest.ts'

let folder: string
let path: string
let manifest: Manifest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-backup-file-'))
  path = join(folder, 'whole.backup')
  const file = await createBackupFile(path)
  const part = await file.writePart(partsOf('1\tAnn\n', '2\tBen\n'))
  manifest = {
    productVersion: '0.1.0',
    madeAt: '2026-03-04T15:00:00.000Z',
    migrations: ['0001-kernel-and-security'],
    paperStep: null,
    sealedWith: [],
    tables: [{ schema: 'public', name: 'member', columns: ['id', 'name'], rows: 2, ...part }],
    partitions: [],
    sequences: [],
    totals: {
      users: 1,
      accounts: 0,
      members: 2,
      entries: 0,
      contributedCents: '0',
      withdrawnCents: '0',
      movedCents: '0',
    },
  }
  await file.finish(manifest)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* partsOf(...texts: string[]): AsyncIterable<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

async function refusalOf(file: string): Promise<string> {
  const failure = await readBackupFile(file).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof BackupRefusal)) throw new Error(`expected a refusal, got ${String(failure)}`)
  return failure.message
}

test('a whole file gives its manifest back, and is readable by its owner only', async () => {
  expect(await readBackupFile(path)).toEqual(manifest)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that ends at any earlier byte is refused', async () => {
  const whole = await readFile(path)
  const cut = join(folder, 'cut.backup')
  await writeFile(cut, whole)
  for (let length = whole.length - 1; length >= 0; length--) {
    await truncate(cut, length)
    expect(await refusalOf(cut), `cut after ${length} of ${whole.length} bytes`).toMatch(/is incomplete|is no backup/)
  }
})

test('a file with one altered byte, wherever, is refused', async () => {
  const whole = await readFile(path)
  const altered = join(folder, 'altered.backup')
  for (let place = 0; place < whole.length; place++) {
    const bytes = Buffer.from(whole)
    bytes[place]! ^= 1 << (place % 8)
    await writeFile(altered, bytes)
    expect(await refusalOf(altered), `byte ${place} of ${whole.length}`).toMatch(
      /altered or damaged|is incomplete|is no backup|newer Clubfolio/,
    )
  }
})

test('a file with something behind its end is refused', async () => {
  const longer = join(folder, 'longer.backup')
  await writeFile(longer, Buffer.concat([await readFile(path), Buffer.from('\n')]))
  expect(await refusalOf(longer)).toContain('is incomplete')
})

test('a form that is not known yet, another file and no file are named for what they are', async () => {
  const other = join(folder, 'other.backup')
  await writeFile(other, (await readFile(path, 'latin1')).replace('BACKUP 1', 'BACKUP 2'), 'latin1')
  expect(await refusalOf(other)).toContain('was made by a newer Clubfolio')
  await writeFile(other, 'day,open,high,low,close\n')
  expect(await refusalOf(other)).toContain('is no backup of Clubfolio')
  expect(await refusalOf(join(folder, 'missing.backup'))).toContain('There is no file')
})

test('an existing file is never written over, and a backup that is given up leaves nothing', async () => {
  await expect(createBackupFile(path)).rejects.toThrow(/There is a file .* already/)
  const givenUp = await createBackupFile(join(folder, 'given-up.backup'))
  await givenUp.writePart(partsOf('1\tAnn\n'))
  await givenUp.abandon()
  expect(readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([])
})
