// Streams an uploaded file to disk, so that the import can read it twice if needed and the caller need not wait. The
// file is removed when its import is over; files left by a killed process are removed by the next one.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@clubfolio/contract'
import { errorCodeOf } from '../../kernel/error-code.ts'

/** Twenty times the largest file of twenty years of ten thousand instruments, compressed. */
export const largestUploadBytes = 4 * 1024 ** 3

export interface ReceivedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

const uploadsOf = (dataDirectory: string): string => join(dataDirectory, 'uploads')
/**
 * Returns the prefix of an upload's folder. It names the process, so that another process can tell whether the upload
 * is still in use.
 */
const folderPrefix = (processId: number): string => `import-${Buffer.from(hostname()).toString('hex')}-${processId}-`
/** Folders that this process is receiving or importing. */
const inUse = new Set<string>()

export interface OwnFolder {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Creates a folder for files of one import, which a later process removes when this one dies. */
export async function openUploadFolder(dataDirectory: string): Promise<OwnFolder> {
  const folder = uploadsOf(dataDirectory)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(folder, folderPrefix(process.pid)))
  inUse.add(path)
  const remove = async () => {
    await rm(path, { recursive: true, force: true })
    inUse.delete(path)
  }
  return { path, remove }
}

/**
 * Receives a file. Throws `tooLarge` beyond the limit; partial data is removed then, and when the caller disconnects.
 */
export async function receiveUpload(
  dataDirectory: string,
  bytes: Readable,
  mostBytes = largestUploadBytes,
): Promise<ReceivedFile> {
  const { path: folder, remove } = await openUploadFolder(dataDirectory)
  try {
    const path = join(folder, 'file')
    await pipeline(bytes, limited(mostBytes), createWriteStream(path, { mode: 0o600 }))
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Age after which an upload counts as abandoned if its process cannot be checked, because it runs elsewhere or its id
 * was reused.
 */
const forgottenAfterMs = 24 * 3_600_000

/**
 * Removes uploads whose process is gone, and returns their number. Runs at process start and periodically. An upload of
 * a process on another machine that shares the folder is left alone for a day.
 */
export async function removeLeftUploads(dataDirectory: string, nowMs = Date.now()): Promise<number> {
  const folder = uploadsOf(dataDirectory)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    if (inUse.has(path)) continue
    const processId = Number(/^import-[0-9a-f]*-(\d+)-/.exec(name)?.[1])
    const isOurs = Number.isSafeInteger(processId) && name.startsWith(folderPrefix(processId))
    const isLeft = isOurs && (processId === process.pid || !isRunning(processId))
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs
    if (!isLeft && nowMs - changedMs < forgottenAfterMs) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

function limited(mostBytes: number): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > mostBytes) done(new Refusal('tooLarge'))
      else done(null, chunk)
    },
  })
}
