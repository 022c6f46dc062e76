// The backup file: a first line with the format's version, the packed rows of each table, the manifest, and a last line
// with the manifest's length and the SHA-256 of everything before it. A file that is truncated or differs in one byte
// is therefore detected before any of it is used. It appears under its name only when it is complete and on disk.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { BackupRefusal } from './backup-refusal.ts'
import { Manifest } from './manifest.ts'

const formatVersion = 1
const firstLine = (version: number): string => `CLUBFOLIO BACKUP ${version}\n`
const lastLine = (manifestBytes: number, sha256: string): string =>
  `\nmanifest ${String(manifestBytes).padStart(10, '0')} sha256 ${sha256} end\n`
const lastLineBytes = lastLine(0, '0'.repeat(64)).length
const longestManifestBytes = 16 * 1_048_576

export interface WrittenPart {
  readonly start: number
  readonly bytes: number
  readonly sha256: string
}

export interface BackupWriter {
  /** Appends the data of `source`. */
  writePart(source: AsyncIterable<Buffer>): Promise<WrittenPart>
  /** Completes the file and gives it its name; returns its size in bytes. */
  finish(manifest: Manifest): Promise<number>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** Creates a file that only its owner can read. Throws BackupRefusal when the file already exists. */
export async function createBackupFile(path: string): Promise<BackupWriter> {
  if (await stat(path).catch(() => undefined))
    throw new BackupRefusal(`There is a file ${path} already. Name another one.`)
  const draft = `${path}.unfinished-${process.pid}`
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefusal(`${path} cannot be written: ${error.message}`)
  })
  const sum = createHash('sha256')
  let position = 0
  const write = async (bytes: Buffer): Promise<void> => {
    sum.update(bytes)
    await writeWhole(file, bytes)
    position += bytes.length
  }
  await write(Buffer.from(firstLine(formatVersion)))
  return {
    async writePart(source) {
      const start = position
      const partSum = createHash('sha256')
      for await (const bytes of source) {
        partSum.update(bytes)
        await write(bytes)
      }
      return { start, bytes: position - start, sha256: partSum.digest('hex') }
    },
    async finish(manifest) {
      const text = Buffer.from(JSON.stringify(manifest))
      await write(text)
      const end = Buffer.from(lastLine(text.length, sum.digest('hex')))
      await writeWhole(file, end)
      await file.sync()
      await file.close()
      // Unlike a rename, this never overwrites a file that was created meanwhile.
      await link(draft, path)
      await rm(draft)
      return position + end.length
    },
    async abandon() {
      await file.close().catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten
}

/**
 * Reads and checks a whole file. Throws BackupRefusal for a file that is not a backup, newer, incomplete or altered.
 */
export async function readBackupFile(path: string): Promise<Manifest> {
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) throw new BackupRefusal(`There is no file ${path}.`)
  const version = /^CLUBFOLIO BACKUP (\d{1,4})\n/.exec((await readBytes(path, 0, 24)).toString('latin1'))?.[1]
  if (version === undefined) throw new BackupRefusal(`${path} is no backup of Clubfolio, or its beginning is damaged.`)
  if (Number(version) > formatVersion)
    throw new BackupRefusal(
      `${path} was made by a newer Clubfolio, in a form that this one cannot read. Restore it with that version.`,
    )
  const contentBytes = size - lastLineBytes
  const end = /^\nmanifest (\d{10}) sha256 ([0-9a-f]{64}) end\n$/.exec(
    (await readBytes(path, Math.max(0, contentBytes), lastLineBytes)).toString('latin1'),
  )
  if (!end)
    throw new BackupRefusal(
      `${path} is incomplete: its end is missing. Copy it again from where it was made, or take an older backup.`,
    )
  const damaged = new BackupRefusal(
    `${path} was altered or damaged: its content does not have the sum that it was written with. Take another ` +
      'copy, or an older backup.',
  )
  if ((await sumOf(path, contentBytes)) !== end[2]) throw damaged
  const manifestBytes = Number(end[1])
  const manifestStart = contentBytes - manifestBytes
  if (manifestBytes > longestManifestBytes || manifestStart < firstLine(formatVersion).length) throw damaged
  const manifest = Manifest.safeParse(parseJson(await readBytes(path, manifestStart, manifestBytes)))
  if (!manifest.success || manifest.data.tables.some(({ start, bytes }) => start + bytes > manifestStart)) throw damaged
  return manifest.data
}

async function sumOf(path: string, bytes: number): Promise<string> {
  const sum = createHash('sha256')
  if (bytes > 0)
    for await (const part of readParts(path, { end: bytes - 1, highWaterMark: 1_048_576 })) sum.update(part)
  return sum.digest('hex')
}

async function readBytes(path: string, start: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of readParts(path, { start, end: start + length - 1 })) parts.push(part)
  return Buffer.concat(parts)
}

/** A stream without an encoding yields buffers. */
const readParts = (
  path: string,
  options: { readonly start?: number; readonly end: number; readonly highWaterMark?: number },
): AsyncIterable<Buffer> => createReadStream(path, options)

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
