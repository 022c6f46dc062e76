// What the product's processes use: memory as the system counts it, open handles, sockets and database connections.
// PostgreSQL's processes share memory, so each page counts once (proportional set size). Linux only.
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Product } from '../../e2e/support/product.ts'

export const programs = ['server', 'paper brokerage', 'PostgreSQL'] as const
export type Program = (typeof programs)[number]

export interface Sample {
  readonly memoryBytes: Readonly<Record<Program, number>>
  /** CPU milliseconds since each started. */
  readonly workMs: Readonly<Record<Program, number>>
  /** Of the server. */
  readonly handles: number
  /** Listening or connected sockets of the server. */
  readonly sockets: number
  readonly databaseConnections: number
}

export async function sampleProduct(product: Product, pool: Pool): Promise<Sample> {
  const postmaster = Number(
    (await readFile(join(product.dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const backends = [postmaster, ...(await childrenOf(postmaster))]
  const memory = async (ids: readonly number[]) =>
    (await Promise.all(ids.map(memoryOf))).reduce((sum, bytes) => sum + bytes, 0)
  const work = async (ids: readonly number[]) => (await Promise.all(ids.map(workOf))).reduce((sum, ms) => sum + ms, 0)
  const brokerageId = await product.brokerageProcessId()
  const servers = await serversOf(product.processId)
  const [server, brokerage, postgres, workMs, { handles, sockets }, { rows }] = await Promise.all([
    memory(servers),
    memory([brokerageId]),
    memory(backends),
    Promise.all([work(servers), work([brokerageId]), work(backends)]),
    openFiles(product.processId),
    pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name like 'clubfolio%' and pid <> pg_backend_pid()`,
    ),
  ])
  return {
    memoryBytes: { server, 'paper brokerage': brokerage, PostgreSQL: postgres },
    workMs: { server: workMs[0], 'paper brokerage': workMs[1], PostgreSQL: workMs[2] },
    handles,
    sockets,
    databaseConnections: rows[0]!.count,
  }
}

async function memoryOf(processId: number): Promise<number> {
  try {
    const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
  } catch {
    // A backend may end between being listed and being read.
    return 0
  }
}

/** Own CPU time and that of ended children, user and kernel; the clock of /proc ticks 100 times a second. */
async function workOf(processId: number): Promise<number> {
  try {
    const text = await readFile(`/proc/${processId}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]) * 10, 0)
  } catch {
    return 0
  }
}

/** Returns the CPU milliseconds of a process and its children since they started. */
export async function processorMs(processId: number): Promise<number> {
  const each = await Promise.all([processId, ...(await childrenOf(processId))].map(workOf))
  return each.reduce((sum, ms) => sum + ms, 0)
}

async function childrenOf(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8')
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map(Number)
}

/** The supervisor and its processes, or the one process that does everything. */
async function serversOf(processId: number): Promise<number[]> {
  const children = await childrenOf(processId)
  const lines = await Promise.all(children.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return [processId, ...children.filter((_, index) => lines[index]!.includes('--place='))]
}

async function openFiles(processId: number): Promise<{ handles: number; sockets: number }> {
  const folder = `/proc/${processId}/fd`
  const targets = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')))
  return { handles: targets.length, sockets: targets.filter((target) => target.startsWith('socket:')).length }
}
