// Asks once a day for the newest version, where the operator has said whom to ask.
import { readFile } from 'node:fs/promises'
import { reportNewerVersion } from '../features/newer-version/report-newer-version.ts'
import { packageVersion } from '../kernel/package-version.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'
import type { Services } from '../services.ts'

const tickMs = 24 * 60 * 60_000
const manifest = new URL('../../../../package.json', import.meta.url)

export const startUpdateCheckJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'the check for a newer version failed',
    run: async () => reportNewerVersion(services, packageVersion(await readFile(manifest, 'utf8'))),
  })
