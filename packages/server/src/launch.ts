// The program of `npm start`: one process where one is enough, otherwise a supervisor with a worker and several web
// processes, each of them the program `main.ts`.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readConfig } from './kernel/config.ts'
import { chooseFormat, openLog } from './kernel/log.ts'
import { memoryOfMachine } from './kernel/memory-of-machine.ts'
import { explainFailedStart } from './start/explain-failed-start.ts'
import { ProcessEnded } from './start/keep-process.ts'
import { planProcesses, type Machine } from './start/plan-processes.ts'
import { withStopList } from './start/stop-list.ts'
import { supervise } from './start/supervise.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const entry = fileURLToPath(import.meta.url.replace(/launch(\.[jt]s)$/, 'main$1'))

const findMachine = (): Machine => ({ cores: availableParallelism(), memoryBytes: memoryOfMachine() })

/** Returns whether a supervisor ran; otherwise one process is to do everything. */
async function superviseIfSeveral(): Promise<boolean> {
  const startedMs = performance.now()
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig(process.env, `${root}.data`)
  const plan = planProcesses(config, findMachine())
  const { supervised } = plan
  if (supervised === undefined) return false
  const terminal = openLog(config.logLevel, chooseFormat(config.logFormat))
  const { log, flush } = terminal
  try {
    await withStopList(log, (stops) =>
      supervise({ config, plan: { ...plan, supervised }, entry, log, terminal, startedMs, stops }),
    )
  } finally {
    await flush()
  }
  return true
}

try {
  if (await superviseIfSeveral()) process.exit(0)
} catch (error) {
  process.exit(error instanceof ProcessEnded ? error.exitCode : explainFailedStart(error))
}
await import('./main.ts')
