// Lets one application own a data folder at a time. The lock is a numbered file that names its holder (process id and
// start time), so the lock of a killed holder is void immediately and nobody has to remove anything by hand.
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderRefusal } from './data-folder-refusal.ts'
import { identifyProcess, isSameProcessRunning, parseProcessIdentity } from './process-identity.ts'
import { errorCodeOf } from '../../kernel/error-code.ts'

export type FolderLock = { release(): void }

const lockName = /^server\.lock\.(\d+)$/

/**
 * Locks the folder or throws the refusal IN_USE. Taking over from a dead holder never deletes its file first (two
 * takers could then both succeed). A taker creates the next number, which only one can, and then owns the folder if its
 * number is still the highest.
 */
export function lockFolder(folder: string): FolderLock {
  const self = identifyProcess(process.pid)
  if (!self) throw new Error('This process cannot see itself in the process table.')
  for (;;) {
    const highest = lockNumbers(folder).at(-1)
    if (highest !== undefined) {
      const holder = readHolder(folder, highest)
      if (holder === 'gone') continue
      if (holder && isSameProcessRunning(holder)) throw inUse(folder, holder.pid)
    }
    const mine = (highest ?? 0) + 1
    if (!createLock(folder, mine, JSON.stringify(self))) continue
    if (lockNumbers(folder).at(-1) !== mine) {
      removeLock(folder, mine)
      continue
    }
    for (const number of lockNumbers(folder)) if (number < mine) removeLock(folder, number)
    return { release: () => removeLock(folder, mine) }
  }
}

function inUse(folder: string, pid: number): DataFolderRefusal {
  return new DataFolderRefusal(
    'IN_USE',
    `The data folder ${folder} is in use by another Clubfolio server (process ${pid}). Stop that one first, or ` +
      'give this one a folder of its own with CLUBFOLIO_DATA.',
  )
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => Number(lockName.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => Number.isSafeInteger(number))
    .sort((a, b) => a - b)
}

function lockPath(folder: string, number: number): string {
  return join(folder, `server.lock.${number}`)
}

function readHolder(folder: string, number: number) {
  try {
    return parseProcessIdentity(readFileSync(lockPath(folder, number), 'utf8'))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 'gone' as const
    throw error
  }
}

/** A hard link puts the whole content in place in one step, and fails when the name is taken. */
function createLock(folder: string, number: number, content: string): boolean {
  const draft = join(folder, `server.lock.draft-${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  try {
    linkSync(draft, lockPath(folder, number))
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

function removeLock(folder: string, number: number): void {
  rmSync(lockPath(folder, number), { force: true })
}
