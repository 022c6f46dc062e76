// A PostgreSQL 15 of Debian as an operator has it, in a folder of the campaign: its own user (never root), loopback
// only, with the files of deploy/ included as they are.
import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const programs = '/usr/lib/postgresql/15/bin'

export interface OwnPostgresOptions {
  readonly folder: string
  readonly port: number
  /** Included at the end of postgresql.conf. */
  readonly include?: string
  /** Of the server and of the programs that `run` starts. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface OwnPostgres {
  readonly dataFolder: string
  readonly adminUrl: string
  urlOf(database: string): string
  /** Runs a program as the server's user and returns what it printed; throws with its complaint. */
  run(program: string, args: readonly string[], more?: Readonly<Record<string, string>>): Promise<string>
  /** Resolves when it accepts connections; with a recovery, once that has ended. */
  start(): Promise<void>
  stop(): Promise<void>
  /** The postmaster without warning, as when its machine is lost. */
  kill(): Promise<void>
  query<Row extends object>(database: string, statement: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Creates the folder's cluster, owned by the user `postgres` where the campaign runs as root. */
export async function createOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const server = await describeOwnPostgres(options)
  await server.run(join(programs, 'initdb'), [
    '-D',
    server.dataFolder,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
  ])
  const { folder, port, include } = options
  await appendFile(
    join(server.dataFolder, 'postgresql.conf'),
    `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 100\n` +
      (include === undefined ? '' : `include = '${include}'\n`),
  )
  return server
}

/** The same for a folder that a restore fills. */
export async function describeOwnPostgres({ folder, port, environment }: OwnPostgresOptions): Promise<OwnPostgres> {
  const dataFolder = join(folder, `data-${port}`)
  const user = await databaseUser()
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  if (user) await chown(dataFolder, user.uid, user.gid)
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  const run: OwnPostgres['run'] = async (program, args, more) => {
    const { stdout } = await promisify(execFile)(program, [...args], {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment, ...more },
      maxBuffer: 50_000_000,
    })
    return stdout
  }
  const control = (...args: string[]): Promise<string> =>
    run(join(programs, 'pg_ctl'), ['-D', dataFolder, '-l', join(folder, `server-${port}.log`), '-t', '300', ...args])
  const query: OwnPostgres['query'] = async <Row extends object>(
    database: string,
    statement: string,
    values: readonly unknown[] = [],
  ) => {
    const client = new Client({ connectionString: urlOf(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(statement, [...values])).rows
    } finally {
      await client.end()
    }
  }
  return {
    dataFolder,
    adminUrl: urlOf('postgres'),
    urlOf,
    run,
    query,
    async start() {
      await control('-w', 'start')
      for (;;) {
        const [row] = await query<{ is: boolean }>('postgres', 'select pg_is_in_recovery() as is')
        if (row?.is === false) return
        await query('postgres', 'select pg_sleep(0.1)')
      }
    },
    stop: async () => void (await control('-m', 'fast', '-w', 'stop')),
    async kill() {
      const id = Number((await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])
      await control('-m', 'immediate', '-w', 'stop').catch(() => process.kill(id, 'SIGKILL'))
    },
  }
}

/** Whom PostgreSQL runs as: Debian's user `postgres` where the campaign runs as root, else the campaign's own user. */
export async function databaseUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'))
  if (line === undefined) throw new Error('There is no user postgres: apt-get install postgresql-15.')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
