import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLines, UnreadableFile } from './read-lines.ts'

const limits = { mostBytes: 8_000_000, mostTimesPacked: 100, freeBytes: 1_000_000 }

/** Returns how many lines a file yields under these limits, and the error that stopped it. */
async function read(content: Uint8Array | string): Promise<{ lines: number; words: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-lines-'))
  let lines = 0
  try {
    const path = join(folder, 'file')
    await writeFile(path, content)
    for await (const batch of readLines(path, limits)) lines += batch.lines.length
    return { lines, words: '' }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { lines, words: error.message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = 'AAA,2021-04-20,10,12,9,11,100\n'

test('an archive that unpacks to more than tables of prices do is given up as soon as it is known, long before its end', async () => {
  const { lines, words } = await read(gzipSync(row.repeat(7_900_000 / row.length)))
  expect(words).toBe('The archive unpacks to more than 100 times its size, which no table of prices does.')
  expect(lines).toBeLessThan(2_000_000 / row.length)
})

test('a file that holds more than any market is given up, packed or not', async () => {
  expect((await read(row.repeat(8_100_000 / row.length))).words).toMatch(/^The file holds more than/)
})

test('a small archive may be as repetitive as it likes', async () => {
  expect(await read(gzipSync(row.repeat(30_000)))).toEqual({ lines: 30_000, words: '' })
})
