// Where the run's PostgreSQL stores its files: in memory if the machine has enough of it.
import { readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'

/**
 * Each of the run's hundreds of databases is about a thousand files, written, flushed and removed: memory takes a tenth
 * of a disk's time for that. A machine with little memory to spare uses its disk. Folders created in it are named
 * `${prefix}${process.pid}-…`: leftovers of killed runs are removed first.
 */
export async function quickFolder(prefix: string): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir()
  await removeLeftovers(memoryFolder, prefix)
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, freemem()) > 6 * 2 ** 30 ? memoryFolder : tmpdir()
}

/**
 * Removes leftovers of killed runs from a folder that nothing else ever clears: everything named
 * `${prefix}${process.pid}-…`.
 */
export async function removeLeftovers(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const [, owner] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (owner !== undefined && !isRunning(Number(owner))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // Another user's process must not be signalled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
