// What a product starts on: a copy of what its first start left. Creating tables, a small market and a club with a year
// of trades takes seconds with the same result before every journey, so the real product does it once per run, when the
// first journey needs it.
import { randomBytes } from 'node:crypto'
import { access, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../packages/server/src/db/connect.ts'

/**
 * The run's PostgreSQL (an address that may create databases) and its folder, for the processes that run the journeys.
 */
export const runServerVariable = 'CLUBFOLIO_E2E_SERVER'
export const runFolderVariable = 'CLUBFOLIO_E2E_FOLDER'

/** Where a product stores its data. */
export interface Place {
  readonly dataDirectory: string
  /** On the run's server; undefined: the product's own server in the data folder. */
  readonly databaseUrl: string | undefined
}

/** Starts a product on an empty place, waits until its first start has finished all its work, and ends it. */
export type FirstStart = (place: Place) => Promise<void>

export interface PlaceOrder {
  /** Names the kind of first start; places of one kind are copies of one template. */
  readonly kind: string
  /** With its own PostgreSQL in the data folder. */
  readonly isEmbedded: boolean
  readonly firstStart: FirstStart
}

type RunAdmin = (statement: string, values?: readonly string[]) => Promise<readonly Record<string, unknown>[]>

export function makeEmptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubfolio-e2e-'))
}

/**
 * Returns a new place: a copy of the template of its kind during a run of journeys; otherwise empty, with its own
 * server.
 */
export async function makePlace(order: PlaceOrder): Promise<Place> {
  const dataDirectory = await makeEmptyFolder()
  const run = currentRun()
  if (run === undefined) return { dataDirectory, databaseUrl: undefined }
  const name = `${order.kind}${order.isEmbedded ? '-embedded' : ''}`
  const template = join(run.folder, name)
  return withAdmin(run.serverUrl, async (admin) => {
    // If it is missing one worker creates it, and the others wait for it here.
    await admin('select pg_advisory_lock(hashtext($1))', [name])
    if (!(await exists(template))) await makeTemplate(order, template, name)
    await admin('select pg_advisory_unlock(hashtext($1))', [name])
    await cp(template, dataDirectory, { recursive: true, preserveTimestamps: true })
    if (order.isEmbedded) return { dataDirectory, databaseUrl: undefined }
    const database = `journey_${randomBytes(6).toString('hex')}`
    await admin(`create database ${database} template "${name}"`)
    return { dataDirectory, databaseUrl: addressOf(run.serverUrl, database) }
  })
}

/** Removes data folder and database. */
export async function removePlace({ dataDirectory, databaseUrl }: Place): Promise<void> {
  await rm(dataDirectory, { recursive: true, force: true })
  const run = currentRun()
  if (databaseUrl === undefined || run === undefined) return
  await withAdmin(run.serverUrl, (admin) =>
    admin(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`),
  )
}

/** The folder gets its name only when the template is complete: a partial one would spoil the whole run. */
async function makeTemplate({ isEmbedded, firstStart }: PlaceOrder, template: string, name: string): Promise<void> {
  const { serverUrl } = currentRun()!
  const draft = `${template}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  if (!isEmbedded) {
    await withAdmin(serverUrl, async (admin) => {
      await admin(`drop database if exists "${name}" with (force)`)
      await admin(`create database "${name}"`)
    })
  }
  await firstStart({ dataDirectory: draft, databaseUrl: isEmbedded ? undefined : addressOf(serverUrl, name) })
  await rename(draft, template)
}

function currentRun(): { readonly serverUrl: string; readonly folder: string } | undefined {
  const serverUrl = process.env[runServerVariable]
  const folder = process.env[runFolderVariable]
  return serverUrl === undefined || folder === undefined ? undefined : { serverUrl, folder }
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function withAdmin<Result>(serverUrl: string, work: (admin: RunAdmin) => Promise<Result>): Promise<Result> {
  const connection = connect(serverUrl, () => undefined, 1)
  // A lock belongs to the connection that took it, and the pool closes an idle one after some seconds.
  const client = await connection.pool.connect()
  try {
    return await work(
      async (statement, values = []) => (await client.query<Record<string, unknown>>(statement, [...values])).rows,
    )
  } finally {
    client.release()
    await connection.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
