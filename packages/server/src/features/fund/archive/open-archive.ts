// Opens an uploaded export: unpacked to a folder of the server's own, every file compared with the table of checksums,
// and its description read. A file that is no such export is refused in words.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { Refusal } from '@clubfolio/contract'
import type { z } from 'zod'
import { unpackArchive, type UnpackedTable } from '../../market/import/unpack-archive.ts'
import { UnreadableFile } from '../../market/import/read-lines.ts'
import { ArchiveChecksums, ArchiveDescription, checksumFile, descriptionFile, rowsFile } from './archive-format.ts'

export interface OpenedArchive {
  readonly description: ArchiveDescription
  /** Paths of its files, by their names without folders. */
  readonly paths: ReadonlyMap<string, string>
  /** Returns the content of a file that the description names; throws `archiveUnreadable` without it. */
  readonly readFile: (name: string) => Promise<Buffer>
}

const gigabyte = 1024 ** 3
const limits = {
  archive: { mostEntries: 100_000, mostBytes: 8 * gigabyte },
  unpacking: { mostBytes: 8 * gigabyte, mostTimesPacked: 200, freeBytes: gigabyte / 4 },
}
const wanted = {
  names: /\.(json|jsonl|pdf)$/,
  what: 'export of a fund',
  absence: 'It holds no export of a fund.',
}
const largestDescriptionBytes = 32 * 1024 ** 2
const longestLine = 16 * 1024 ** 2
const linesAtOnce = 500
const charactersAtOnce = 4 * 1024 ** 2

/** Returns the refusal of a file, with what is wrong with it as a sentence. */
export const unreadable = (reason: string): Refusal => new Refusal('archiveUnreadable', { reason })

/** Unpacks into `folder`, which the caller removes. Throws `archiveUnreadable`. */
export async function openArchive(path: string, folder: string): Promise<OpenedArchive> {
  const files = await unpack(path, folder)
  const paths = new Map(files.map((file) => [file.name, file.path]))
  if (paths.size < files.length) throw unreadable('It holds two files of one name.')
  const description = await readJson(files, descriptionFile, ArchiveDescription)
  const checksums = await readJson(files, checksumFile, ArchiveChecksums)
  const expected = new Map(checksums.map(({ name, sha256 }) => [lastPart(name), sha256]))
  for (const file of files)
    if (file.name !== checksumFile && (await checksumOf(file.path)) !== expected.get(file.name))
      throw unreadable(`${file.name} is not as it was exported.`)
  const missing = [...expected.keys()].find((name) => wanted.names.test(name) && !paths.has(name))
  if (missing !== undefined) throw unreadable(`${missing} is missing.`)
  return {
    description,
    paths,
    readFile: async (name) => {
      const found = paths.get(lastPart(name))
      if (found === undefined) throw unreadable(`${lastPart(name)} is missing.`)
      return readFile(found)
    },
  }
}

/** Returns the name of a file without its folders. */
export const lastPart = (name: string): string => name.split('/').at(-1) ?? ''

async function unpack(path: string, folder: string): Promise<readonly UnpackedTable[]> {
  try {
    return (await unpackArchive({ path, folder, limits, wanted, onBytes: () => Promise.resolve() })).tables
  } catch (error) {
    if (error instanceof UnreadableFile) throw unreadable(error.message)
    throw error
  }
}

async function readJson<Schema extends z.ZodType>(
  files: readonly UnpackedTable[],
  name: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const file = files.find((one) => one.name === name)
  if (!file || file.byteCount > largestDescriptionBytes) throw unreadable('It is no export of a fund.')
  const parsed = schema.safeParse(parseJson(await readFile(file.path, 'utf8')))
  if (!parsed.success) throw unreadable(`${name} is not as Clubfolio writes it.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes)
  return hash.digest('hex')
}

/** Yields the rows of a table as lines of JSON, some hundred at a time. Throws `archiveUnreadable` without its file. */
export async function* readBatches({ paths }: OpenedArchive, table: string): AsyncGenerator<readonly string[]> {
  const path = paths.get(rowsFile(table))
  if (path === undefined) throw unreadable(`${rowsFile(table)} is missing.`)
  const decoder = new StringDecoder('utf8')
  let batch: string[] = []
  let size = 0
  let rest = ''
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(bytes)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw unreadable(`A row of ${rowsFile(table)} is too long.`)
    for (const line of lines) {
      batch.push(line)
      size += line.length
      if (batch.length < linesAtOnce && size < charactersAtOnce) continue
      yield batch
      batch = []
      size = 0
    }
  }
  if (rest !== '') throw unreadable(`${rowsFile(table)} ends in the middle of a row.`)
  if (batch.length > 0) yield batch
}
