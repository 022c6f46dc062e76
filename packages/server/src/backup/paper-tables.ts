// The paper brokerage's tables belong to its own program, which reports the steps it knows and creates the tables.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('../../../paper-broker/dist/make-tables.js', import.meta.url))

export async function newestPaperStep(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  return Number(stdout)
}

export async function makePaperTables(databaseUrl: string, step: number): Promise<void> {
  await promisify(execFile)(process.execPath, [program, String(step)], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
  })
}
