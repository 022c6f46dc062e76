// A ZIP file on a disk that fails while nobody waits for it.
import type * as fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ZipFile } from './write-zip.ts'

let disk: string | undefined
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  return {
    ...real,
    createWriteStream: (path: string, options: { flags: string }) =>
      disk === undefined ? real.createWriteStream(path, options) : real.createWriteStream(disk),
  }
})

let folder: string
beforeEach(async () => {
  disk = undefined
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-zip-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => new ZipFile(join(folder, 'a.zip'), new Date('2026-03-04T15:00:00Z'))

test('a ZIP holds what was added', async () => {
  const zip = open()
  await zip.add('a.txt', Buffer.from('first'))
  await zip.add('b.txt', Buffer.from('second'))
  await zip.end()
  const files = unzipSync(await readFile(join(folder, 'a.zip')))
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['a.txt', 'first'],
    ['b.txt', 'second'],
  ])
})

/** Yields less than makes the writer wait for the disk, and then reads on for a while. */
async function* slowContent(): AsyncGenerator<Buffer> {
  for (let part = 0; part < 20; part++) {
    yield randomBytes(16)
    await pause(5)
  }
  yield randomBytes(1 << 20)
}

// Linux answers every byte that is written there with "No space left on device".
describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  test('a file fails while its content is still being read', async () => {
    disk = '/dev/full'
    const zip = open()
    await expect(zip.add('a.txt', slowContent())).rejects.toMatchObject({ code: 'ENOSPC' })
    zip.discard()
  })

  test('the next file fails with what failed between the two, and so does the end', async () => {
    disk = '/dev/full'
    const zip = open()
    await zip.add('a.txt', Buffer.from('first')).catch(() => undefined)
    await pause(50)
    await expect(zip.add('b.txt', Buffer.from('second'))).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(zip.end()).rejects.toMatchObject({ code: 'ENOSPC' })
    zip.discard()
  })
})

test('a ZIP whose file cannot be made fails with the reason', async () => {
  await rm(folder, { recursive: true })
  const zip = open()
  await pause(50)
  await expect(zip.add('a.txt', Buffer.from('first'))).rejects.toMatchObject({ code: 'ENOENT' })
  zip.discard()
})
