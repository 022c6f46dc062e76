// Opens an uploaded statement: plain, gzip, or the one file of a zip archive. Archives are untrusted: size and ratio
// are bounded while they unpack. A file is opened again when its columns get a meaning, so each opening unpacks into a
// folder of its own.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { toError } from '../../kernel/to-error.ts'
import { isGzip, isZip } from '../market/import/file-content.ts'
import { UnreadableFile } from '../market/import/read-lines.ts'
import { sizeText, unpackArchive, type WantedFiles } from '../market/import/unpack-archive.ts'
import { largestStatementBytes, statementLimits } from './statement-limits.ts'

const statements: WantedFiles = {
  names: /\.(csv|tsv|txt|xml|ofx|qfx)$/i,
  what: 'statement',
  absence: 'The archive has no statement: it needs one file that ends in .csv, .tsv, .txt, .xml, .ofx or .qfx.',
}

export interface OpenedStatement {
  /** The statement itself. */
  readonly path: string
  /** Removes what was unpacked; the upload stays. */
  readonly close: () => Promise<void>
}

/** Throws UnreadableFile. */
export async function openStatementFile(path: string, onBytes: () => Promise<void>): Promise<OpenedStatement> {
  const start = await readStart(path)
  if (!isZip(start) && !isGzip(start)) return { path, close: () => Promise.resolve() }
  const folder = await mkdtemp(join(dirname(path), 'unpacked-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    return { path: await unpack({ path, folder, isArchive: isZip(start), onBytes }), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface UnpackOptions {
  readonly path: string
  readonly folder: string
  readonly isArchive: boolean
  readonly onBytes: () => Promise<void>
}

async function unpack({ path, folder, isArchive, onBytes }: UnpackOptions): Promise<string> {
  if (isArchive) {
    const { tables } = await unpackArchive({
      path,
      folder,
      limits: statementLimits,
      onBytes,
      wanted: statements,
    })
    const [only, ...others] = tables
    if (only === undefined) throw new UnreadableFile(statements.absence)
    if (others.length > 0)
      throw new UnreadableFile(`The archive has ${tables.length} statements. Unpack it and upload each by itself.`)
    return only.path
  }
  return gunzip(path, join(folder, 'unpacked'), onBytes)
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function gunzip(path: string, unpackedPath: string, onBytes: () => Promise<void>): Promise<string> {
  const packed = createReadStream(path)
  const { unpacking } = statementLimits
  try {
    await pipeline(
      packed,
      createGunzip(),
      async function* (pieces: AsyncIterable<Buffer>) {
        let unpacked = 0
        for await (const piece of pieces) {
          unpacked += piece.length
          if (unpacked > unpacking.mostBytes)
            throw new UnreadableFile(
              `The file unpacks to more than ${sizeText(largestStatementBytes)}. Export a shorter period.`,
            )
          if (unpacked > unpacking.freeBytes && unpacked > unpacking.mostTimesPacked * packed.bytesRead)
            throw new UnreadableFile(
              `The file unpacks to more than ${unpacking.mostTimesPacked} times its size, which no statement does.`,
            )
          await onBytes()
          yield piece
        }
      },
      createWriteStream(unpackedPath, { mode: 0o600, flags: 'wx' }),
    )
    return unpackedPath
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(
      `The file could not be unpacked to its end: ${toError(error).message.replace(/\.$/, '')}. Pack it again.`,
    )
  }
}
