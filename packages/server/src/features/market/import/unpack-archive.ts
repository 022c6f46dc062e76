// Unpacks the tables of a zip archive to numbered files, so that each can be read as often as needed. Archives are
// untrusted: number, size and ratio are bounded while they unpack, checksums are compared, and no name of an entry is
// ever used as a path.
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { plainLine } from '../../../kernel/plain-line.ts'
import { toError } from '../../../kernel/to-error.ts'
import type { ImportLimits } from './import-limits.ts'
import { readArchiveDirectory, type ArchiveEntry } from './read-archive-directory.ts'
import { notATable, UnreadableFile } from './read-lines.ts'

export interface UnpackedTable {
  /** The entry's name for people, without its folders; never a path. */
  readonly name: string
  readonly path: string
  readonly byteCount: number
}

export interface UnpackedArchive {
  /** In the order of the archive's directory. */
  readonly tables: readonly UnpackedTable[]
  /** The number of entries that are no tables by their names, such as a licence text. */
  readonly leftOut: number
}

/** Which files of an archive are unpacked. */
export interface WantedFiles {
  readonly names: RegExp
  /** What one of them is: `table of prices`. */
  readonly what: string
  /** What is wrong with an archive that has none. */
  readonly absence: string
}

const priceTables: WantedFiles = {
  names: /\.(csv|tsv|txt)(\.gz)?$/i,
  what: 'table of prices',
  absence: 'The archive has no table: it needs at least one file that ends in .csv, .tsv or .txt.',
}

interface UnpackOptions {
  readonly path: string
  /** The folder for the unpacked files, which the caller removes. */
  readonly folder: string
  readonly limits: Pick<ImportLimits, 'archive' | 'unpacking'>
  readonly onBytes: () => Promise<void>
  readonly wanted?: WantedFiles
}

/** A piece this small unpacks to at most 16 MB. */
const bytesAtOnce = 16_384
const longestName = 120
const nestedArchive = /\.(zip|7z|rar|tar|tgz|tar\.gz|bz2|xz|zst)$/i
const proseName = /^(readme|licen[cs]e|copying|changelog)/i

/** Unpacks every table. Throws UnreadableFile on an archive that is damaged, nested, protected or too large. */
export async function unpackArchive({
  path,
  folder,
  limits,
  onBytes,
  wanted: wantedFiles = priceTables,
}: UnpackOptions): Promise<UnpackedArchive> {
  const entriesOfArchive = await readArchiveDirectory(path, limits.archive.mostEntries)
  const { tables: wanted, leftOut } = chooseTables(entriesOfArchive, wantedFiles)
  const found = new Map<string, Unpacking>()
  let [entries, unpacked, packed] = [0, 0, 0]
  let fault: Error | undefined
  const unzip = new Unzip((entry) => {
    if (++entries > limits.archive.mostEntries) throw new Error('it has more entries than its directory')
    const index = wanted.findIndex(({ name }) => name === entry.name)
    const table = index < 0 || found.has(entry.name) ? undefined : new Unpacking(join(folder, String(index)))
    if (table) found.set(entry.name, table)
    entry.ondata = (error, bytes, isLast) => {
      if (error) fault ??= error
      if (fault || bytes === null) return
      unpacked += bytes.length
      table?.put(bytes, isLast)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  const file = createReadStream(path, { highWaterMark: bytesAtOnce })
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      packed += chunk.length
      unzip.push(chunk)
      if (fault) throw fault
      refuseTooLarge({ unpacked, packed, what: wantedFiles.what }, limits)
      for (const table of found.values()) await table.flush()
      await onBytes()
    }
    unzip.push(new Uint8Array(0), true)
    if (fault) throw fault
    const tables: UnpackedTable[] = []
    for (const entry of wanted) {
      const table = found.get(entry.name)
      if (!table) throw new Error(`${shownName(entry.name)} is missing`)
      tables.push(await table.finish(entry))
    }
    return { tables, leftOut }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const words = toError(error).message.replace(/\.$/, '')
    throw new UnreadableFile(`The archive could not be read to its end: ${words}. Pack it again.`)
  } finally {
    file.destroy()
    for (const table of found.values()) await table.close()
  }
}

/** Returns the last part of an entry's name as a text for people. */
const shownName = (name: string): string =>
  plainLine(name.split(/[/\\]/).at(-1) ?? '', longestName) || 'a file without a name'

const isFolderOrHidden = (name: string): boolean =>
  /[/\\]$/.test(name) || shownName(name).startsWith('.') || /(^|[/\\])__MACOSX[/\\]/.test(name)

function chooseTables(
  entries: readonly ArchiveEntry[],
  wanted: WantedFiles,
): { tables: readonly ArchiveEntry[]; leftOut: number } {
  const files = entries.filter(({ name }) => !isFolderOrHidden(name))
  if (files.some(({ name }) => name === '[Content_Types].xml' || name.startsWith('xl/')))
    throw new UnreadableFile(notATable('an Excel workbook (xlsx) or another Office document'))
  if (files.some(({ isProtected }) => isProtected))
    throw new UnreadableFile('The archive is protected by a password. Unpack it and import its files.')
  const nested = files.find(({ name }) => nestedArchive.test(name))
  if (nested)
    throw new UnreadableFile(
      `The archive contains another archive, ${shownName(nested.name)}. Unpack that one and import it by itself.`,
    )
  const tables = files.filter(({ name }) => wanted.names.test(name) && !proseName.test(shownName(name)))
  if (tables.length === 0) throw new UnreadableFile(wanted.absence)
  if (new Set(tables.map(({ name }) => name)).size < tables.length)
    throw new UnreadableFile('The archive contains two files of the same name. Pack it again.')
  return { tables, leftOut: files.length - tables.length }
}

/** `sizeText(67_108_864)` is "64 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${Math.round(bytes / 1024 ** 2)} MB` : `${Math.round(bytes / 1024 ** 3)} GB`

function refuseTooLarge(
  { unpacked, packed, what }: { readonly unpacked: number; readonly packed: number; readonly what: string },
  { archive, unpacking }: Pick<ImportLimits, 'archive' | 'unpacking'>,
): void {
  if (unpacked > archive.mostBytes)
    throw new UnreadableFile(
      `The archive unpacks to more than ${sizeText(archive.mostBytes)}. Pack fewer files into one.`,
    )
  if (unpacked > unpacking.freeBytes && unpacked > unpacking.mostTimesPacked * packed)
    throw new UnreadableFile(
      `The archive unpacks to more than ${unpacking.mostTimesPacked} times its size, which no ${what} does.`,
    )
}

/** One table while it is unpacked: its bytes are put as they arrive, and written when the reader waits. */
class Unpacking {
  readonly #path: string
  #handle: FileHandle | undefined
  #waiting: Uint8Array[] = []
  #byteCount = 0
  #checksum = 0
  #isWhole = false

  constructor(path: string) {
    this.#path = path
  }

  put(bytes: Uint8Array, isLast: boolean): void {
    this.#waiting.push(bytes)
    this.#byteCount += bytes.length
    this.#checksum = crc32(bytes, this.#checksum)
    this.#isWhole ||= isLast
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return
    this.#handle ??= await open(this.#path, 'wx', 0o600)
    const due = this.#waiting
    this.#waiting = []
    for (const bytes of due) await this.#handle.writeFile(bytes)
    if (this.#isWhole) await this.close()
  }

  /** Returns the table. Throws when it did not arrive as the archive's directory describes it. */
  async finish({ name, checksum }: ArchiveEntry): Promise<UnpackedTable> {
    await this.flush()
    if (!this.#isWhole || this.#checksum !== checksum) throw new Error(`${shownName(name)} is damaged`)
    return { name: shownName(name), path: this.#path, byteCount: this.#byteCount }
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }
}
