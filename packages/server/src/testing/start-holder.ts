// Starts `embedded-holder.ts` as a real process and collects its reports, so that tests can kill it at any step.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { EmbeddedPostgresOptions } from '../db/embedded.ts'
import { identifyProcess, isSameProcessRunning } from '../db/embedded/process-identity.ts'
import type { HolderReport } from './embedded-holder.ts'

type ReportOf<Type> = Extract<HolderReport, { type: Type }>

export type Holder = {
  process: ChildProcess
  reports: HolderReport[]
  /** Resolves with the first report of this type; rejects when the program ends without one. */
  next: <Type extends HolderReport['type']>(type: Type) => Promise<ReportOf<Type>>
  /** Ends it as a power cut would and waits until it is gone. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const program = fileURLToPath(new URL('./embedded-holder.ts', import.meta.url))
const started = new Set<Holder>()

/** `prefix` puts another program in front, for example to become another user. */
export function startHolder(
  dataDirectory: string,
  options: Partial<EmbeddedPostgresOptions> = {},
  prefix: readonly string[] = [],
): Holder {
  const words = [
    ...prefix,
    process.execPath,
    '--conditions=source',
    '--import',
    'tsx',
    program,
    dataDirectory,
    JSON.stringify(options),
  ]
  const child = spawn(words[0] ?? process.execPath, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] },
  })
  const reports: HolderReport[] = []
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => reports.push(JSON.parse(line) as HolderReport))
  const holder: Holder = {
    process: child,
    reports,
    next: async (type) => {
      for (;;) {
        const found = reports.find((report) => report.type === type)
        if (found) return found as ReportOf<typeof type>
        const line = await Promise.race([once(lines, 'line'), ended.then(() => 'ended' as const)])
        if (line === 'ended' && !reports.some((report) => report.type === type)) {
          throw new Error(`The holder ended without the report ${type}: ${JSON.stringify(reports.at(-1))} ${complaint}`)
        }
      }
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
  started.add(holder)
  return holder
}

/**
 * For `afterEach`: stops every holder that still runs, and the server of one that was killed together with its
 * watchdog.
 */
export async function stopHolders(): Promise<void> {
  for (const holder of started) {
    await holder.stop()
    for (const report of holder.reports)
      if (report.type === 'ready') await interruptServer(report.serverPid, report.url)
  }
  started.clear()
}

async function interruptServer(pid: number, url: string): Promise<void> {
  const answered = await queryRows(url, 'select 1').catch(() => undefined)
  if (answered && identifyProcess(pid)) process.kill(pid, 'SIGINT')
  await processEnd(pid)
}

/** Resolves when the process is gone; for processes that are not our children, which send no event. */
export async function processEnd(pid: number): Promise<void> {
  const identity = identifyProcess(pid)
  if (!identity) return
  while (isSameProcessRunning(identity)) await delay(10)
}

export async function queryRows<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
