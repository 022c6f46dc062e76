// The processor time of all processes of a PostgreSQL, for work that is shared between it and this process. Linux only.
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

/** Returns the process number of the server that a pool is connected to. */
export async function findPostmaster(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number((await statOf(rows[0]!.pid))[1])
}

/** Milliseconds of processor time since the server started, to a thousandth for processes that still run. */
export async function readPostgresWork(postmaster: number): Promise<number> {
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  const running = await Promise.all([String(postmaster), ...children].map(runningMs))
  // Of ended processes the clock ticks 100 times a second.
  const stat = await statOf(postmaster)
  return running.reduce((sum, ms) => sum + ms, 0) + (Number(stat[13]) + Number(stat[14])) * 10
}

async function runningMs(processId: string): Promise<number> {
  try {
    return Number((await readFile(`/proc/${processId}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** The fields after the name: the state is the first. */
async function statOf(processId: number): Promise<string[]> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
