// The processes of one product, found by their parents and by the files of its data folder, and killed without warning.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the database server of a data folder, undefined while none runs. */
export function postmasterOf(dataDirectory: string): number | undefined {
  try {
    const id = Number(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isSafeInteger(id) && id > 1 ? id : undefined
  } catch {
    return undefined
  }
}

/** Returns the shell that stops the database when the server is gone. */
export function watchdogOf(dataDirectory: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(dataDirectory, 'postgres.watchdog'), 'utf8')) as { pid?: number }).pid
  } catch {
    return undefined
  }
}

/** Returns a process and all its descendants. */
export async function familyOf(processId: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const pairs = stdout.split('\n').flatMap((line) => {
    const [, id, parent] = /^\s*(\d+)\s+(\d+)/.exec(line) ?? []
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent) }]
  })
  const family = [processId]
  for (const member of family) family.push(...pairs.filter(({ parent }) => parent === member).map(({ id }) => id))
  return family
}

/** kill -9; a process that has already ended is fine. */
export function killAll(ids: readonly (number | undefined)[]): void {
  for (const id of ids) {
    if (id === undefined) continue
    try {
      process.kill(id, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
