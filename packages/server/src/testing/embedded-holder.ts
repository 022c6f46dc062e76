// A separate program that holds an embedded PostgreSQL, for tests that kill it. Arguments: the data folder and, as
// JSON, further options. Reports each step as one line of JSON; stops on SIGTERM.
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from '../db/embedded.ts'
import { DataFolderRefusal } from '../db/embedded/data-folder-refusal.ts'

export type HolderReport =
  | { type: 'log'; message: string }
  | {
      type: 'ready'
      url: string
      adminUrl: string
      serverPid: number
      watchdogPid: number
      isAdopted: boolean
      runAs: string
    }
  | { type: 'refused'; code: string; sentence: string }
  | { type: 'failed'; message: string }
  | { type: 'stopped' }

function report(step: HolderReport): void {
  process.stdout.write(`${JSON.stringify(step)}\n`)
}

const [dataDirectory = '', options = '{}'] = process.argv.slice(2)

try {
  const server = await startEmbeddedPostgres({
    ...(JSON.parse(options) as Partial<EmbeddedPostgresOptions>),
    dataDirectory,
    log: (message) => report({ type: 'log', message }),
  })
  const { url, adminUrl, watchdogId: watchdogPid, isAdopted, runAs } = server
  // Keeps the process alive when the database is gone, as an application would be for its own reasons.
  const reasonToLive = setInterval(() => {}, 2_000_000_000)
  process.once('SIGTERM', () => {
    clearInterval(reasonToLive)
    void server.stop().then(() => report({ type: 'stopped' }))
  })
  void server.failed.then((error) => report({ type: 'failed', message: error.message }))
  report({ type: 'ready', url, adminUrl, serverPid: server.processId(), watchdogPid, isAdopted, runAs })
} catch (error) {
  if (!(error instanceof DataFolderRefusal)) throw error
  report({ type: 'refused', code: error.code, sentence: error.message })
}
