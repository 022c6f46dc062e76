// Archives as they arrive: of one or many files, damaged, nested, protected, too large, and with names that are paths.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, Zip, ZipDeflate, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'
import { usualLimits, type ImportLimits } from './import-limits.ts'
import { UnreadableFile } from './read-lines.ts'
import { unpackArchive } from './unpack-archive.ts'

/** Unpacks an archive; returns the text of each table by its name, what was left out, and the words of a refusal. */
async function unpack(content: Uint8Array, limits: Partial<ImportLimits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-archive-'))
  const path = join(folder, 'archive')
  try {
    await writeFile(path, content)
    const unpacked = await unpackArchive({
      path,
      folder,
      limits: { ...usualLimits, ...limits },
      onBytes: () => Promise.resolve(),
    })
    const texts: [string, string][] = []
    for (const table of unpacked.tables) {
      const text = await readFile(table.path, 'utf8')
      expect(table.byteCount).toBe(text.length)
      texts.push([table.name, text])
    }
    const files = (await readdir(folder)).toSorted()
    return { texts, leftOut: unpacked.leftOut, files }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return error.message
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]): [string, Uint8Array] => [name, strToU8(text)])))

test('every table is unpacked, and folders, hidden files and other files are left out', async () => {
  const content = zip({
    'prices/': '',
    'prices/AAPL.csv': 'a',
    'prices/MSFT.csv': '',
    '__MACOSX/prices/._AAPL.csv': 'x',
    '.DS_Store': 'x',
    'README.txt': 'x',
    'picture.png': 'x',
  })
  expect(await unpack(content)).toMatchObject({
    texts: [
      ['AAPL.csv', 'a'],
      ['MSFT.csv', ''],
    ],
    leftOut: 2,
  })
})

test('the name of an entry is never a path', async () => {
  const content = zip({ '../../etc/passwd.csv': 'a', '/etc/hosts.csv': 'b', 'C:\\Windows\\win.csv': 'c' })
  expect(await unpack(content)).toEqual({
    texts: [
      ['passwd.csv', 'a'],
      ['hosts.csv', 'b'],
      ['win.csv', 'c'],
    ],
    leftOut: 0,
    files: ['0', '1', '2', 'archive'],
  })
})

test.each([
  ['another archive', zip({ 'AAPL.csv': 'a', 'more.zip': 'x' }), 'The archive contains another archive, more.zip.'],
  ['no table', zip({ 'notes.md': 'x' }), 'The archive has no table'],
  ['nothing', zip({}), 'The archive has no table'],
  ['a workbook', zip({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' }), 'The file seems to be an Excel workbook'],
])('an archive with %s is refused in a sentence', async (_name, content, words) => {
  expect(await unpack(content)).toContain(words)
})

const large = zip({ 'AAPL.csv': Array.from({ length: 20_000 }, (_, index) => `${index * 7919}`).join('\n') })

test.each([
  ['without a directory', large.subarray(0, large.length - 30)],
  ['cut off', large.subarray(0, large.length / 2)],
  ['damaged', Uint8Array.from(large, (byte, at) => (at > 200 && at < 5_000 ? 255 : byte))],
])('an archive that is %s is refused in a sentence', async (_name, content) => {
  expect(await unpack(content)).toMatch(/^The archive could not be read to its end: .+[^.]\. Pack it again\.$/)
})

test('one wrong byte is noticed by its checksum', async () => {
  const content = zipSync({ 'AAPL.csv': [strToU8('date,close\n2021-04-21,10\n'), { level: 0 }] })
  content[Buffer.from(content.buffer).indexOf('10\n')] = '9'.charCodeAt(0)
  expect(await unpack(content)).toBe('The archive could not be read to its end: AAPL.csv is damaged. Pack it again.')
})

test('an archive that was written as a stream, with sizes after its files, is unpacked', async () => {
  const parts: Uint8Array[] = []
  const streamed = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  for (const [name, text] of [
    ['AAPL.csv', 'a'.repeat(100_000)],
    ['MSFT.csv', 'b'],
  ] as const) {
    const entry = new ZipDeflate(name)
    streamed.add(entry)
    entry.push(strToU8(text), true)
  }
  streamed.end()
  expect(await unpack(Buffer.concat(parts))).toMatchObject({
    texts: [
      ['AAPL.csv', 'a'.repeat(100_000)],
      ['MSFT.csv', 'b'],
    ],
  })
})

test('an archive with a password is refused in a sentence', async () => {
  const content = Uint8Array.from(large)
  const directory = Buffer.from(content.buffer).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  content[directory + 8]! |= 1
  expect(await unpack(content)).toBe('The archive is protected by a password. Unpack it and import its files.')
})

test('number, size and ratio are bounded while it unpacks', async () => {
  const archive = { mostEntries: 3, mostBytes: 100_000 }
  const many: Zippable = Object.fromEntries([1, 2, 3, 4].map((one) => [`${one}.csv`, strToU8('a')]))
  expect(await unpack(zipSync(many), { archive })).toMatch(/^The archive has more than 3 entries\./)
  expect(await unpack(zip({ 'a.csv': 'x'.repeat(100_001) }), { archive })).toMatch(/^The archive unpacks to more than/)
  const unpacking = { ...usualLimits.unpacking, freeBytes: 10_000, mostTimesPacked: 20 }
  expect(await unpack(zip({ 'a.csv': 'x'.repeat(99_999) }), { archive, unpacking })).toBe(
    'The archive unpacks to more than 20 times its size, which no table of prices does.',
  )
})
