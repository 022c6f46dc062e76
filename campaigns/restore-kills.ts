// `npm run restore` killed at moments spread over its whole duration, into a data folder on another file system and
// into a database of a server. Afterwards there is either the whole installation or nothing of it, the product says
// which, the next restore of the same file completes it, and whatever was there before is untouched. Source:
// docs/architecture.md, "Backups".
//
//   npm run campaign restore-kills -- --rounds 50 --seed 7 --folder /mnt/other
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchProduct } from '../e2e/support/product.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { differences, fingerprint, withClient } from './support/restore/fingerprint.ts'
import { makeBackups } from './support/restore/make-backups.ts'
import { restoreAgain, startRestore, type RestoreEnd } from './support/restore/run-restore.ts'
import { describeTimes, openVerdict } from './support/verdict.ts'

const { rounds, seed, folder: given } = readCampaignOptions(50)
const random = seededRandom(seed)
const verdict = openVerdict()
const own = await mkdtemp(join(tmpdir(), 'clubfolio-restore-kills-'))
const otherSystem = given ?? ((await isOtherSystem('/dev/shm')) ? '/dev/shm' : undefined)
const place = otherSystem === undefined ? own : await mkdtemp(join(otherSystem, 'clubfolio-restore-kills-'))
if (otherSystem === undefined)
  verdict.figure(
    'folder',
    'on the same file system as everything else: there is no /dev/shm, and no --folder was given',
  )
else if (!(await isOtherSystem(otherSystem)))
  throw new Error(`${otherSystem} lies on the same file system as ${tmpdir()}; name one on another.`)

const backups = await makeBackups(own)
const kinds = ['present', 'older'] as const
type Kind = (typeof kinds)[number]
const secretKey = 'a key of this campaign alone that is long enough'
const notes = 'What its owner wrote into the folder before.\n'

const server = await startEmbeddedPostgres({
  dataDirectory: join(own, 'server'),
  settings: { max_connections: '50' },
  log: () => undefined,
})
/** The result of an undisturbed restore of each backup: its duration into either place, and all rows. */
const undisturbed = new Map<Kind, { readonly folderMs: number; readonly serverMs: number; readonly rows: string }>()
for (const kind of kinds) {
  const folder = await makeFolder(`undisturbed-${kind}`)
  const intoFolder = await startRestore(backups[kind], { CLUBFOLIO_DATA: folder }).ended
  const rows = await rowsOfFolder(folder)
  const { url, environment } = await makeDatabase(`undisturbed_${kind}`)
  const intoServer = await startRestore(backups[kind], environment).ended
  if (intoFolder.code !== 0 || intoServer.code !== 0)
    throw new Error(`An undisturbed restore failed: ${intoFolder.words} ${intoServer.words}`)
  const others = differences(rows, await fingerprint(url))
  verdict.expect(
    others === '',
    `${kind}: an undisturbed restore into a folder and one into a server hold other rows: ${others}`,
  )
  undisturbed.set(kind, { folderMs: intoFolder.tookMs, serverMs: intoServer.tookMs, rows })
  console.log(
    `undisturbed, ${kind} backup: ${(intoFolder.tookMs / 1000).toFixed(1)} s into a folder, ${(intoServer.tookMs / 1000).toFixed(1)} s into a server`,
  )
}
await withClient(server.adminUrl, async (client) =>
  client.query(
    'create table neighbour (name text); insert into neighbour select n::text from generate_series(1, 1000) n',
  ),
)

/**
 * Every second round the next restore runs immediately, while children of the killed one may still run; otherwise a
 * start comes first.
 */
const isAtOnce = (round: number): boolean => round % 2 === 1
const kindOf = (round: number): Kind => (Math.floor(round / 2) % 2 === 0 ? 'present' : 'older')
const isEverything = (round: number): boolean => Math.floor(round / 4) % 2 === 0
const met = new Map<string, number>()
const againMs: number[] = []
let toldToWait = 0
let tooLate = 0
for (let round = 1; round <= rounds; round++) {
  await killIntoFolder(round)
  await killIntoServer(round)
  if (round % 5 === 0)
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${round} restores killed into a folder, ${round} into a server`,
    )
}
const neighbours = await withClient(
  server.adminUrl,
  async (client) => (await client.query('select from neighbour')).rowCount,
)
verdict.expect(neighbours === 1_000, `the neighbouring database holds ${neighbours} rows of 1000`)
await server.stop()
await rm(own, { recursive: true, force: true })
await rm(place, { recursive: true, force: true })

verdict.figure(
  'restores killed',
  `${rounds} into a folder${otherSystem === undefined ? '' : ` on ${otherSystem}`}, ${rounds} into a server`,
)
verdict.figure('restores that ended before their moment, in rounds that began again', tooLate)
for (const [words, count] of [...met].toSorted()) verdict.figure(words, count)
verdict.figure('second restores told that the killed one still holds the database', toldToWait)
verdict.figure('the restore after the killed one', describeTimes(againMs))
verdict.figure(
  'load of the machine over the last minutes',
  loadavg()
    .map((one) => one.toFixed(0))
    .join(', '),
)
verdict.end()

/**
 * Starts a restore and kills it at the moment of its round: somewhere in the round's own part of the whole duration, so
 * that all of it is covered. Returns undefined if the restore finished earlier; its round then starts again with a
 * slightly earlier moment.
 */
async function killed(
  round: number,
  attempt: number,
  {
    backup,
    environment,
    lengthMs,
  }: { backup: string; environment: Readonly<Record<string, string>>; lengthMs: number },
): Promise<true | undefined> {
  const part = (round * 7) % rounds
  const running = startRestore(backup, environment)
  await delay(((part + random()) / rounds) * lengthMs * 0.95 ** attempt)
  if (await running.kill(isEverything(round))) return true
  tooLate++
  return undefined
}

function note(words: string): void {
  met.set(words, (met.get(words) ?? 0) + 1)
}

async function killIntoFolder(round: number, attempt = 0): Promise<void> {
  const kind = kindOf(round)
  const folder = await makeFolder(`round-${round}-${attempt}`)
  const name = `folder, round ${round} (${kind} backup)`
  const { folderMs, rows } = undisturbed.get(kind)!
  if (
    !(await killed(round, attempt, {
      backup: backups[kind],
      environment: { CLUBFOLIO_DATA: folder },
      lengthMs: folderMs,
    }))
  )
    return killIntoFolder(round, attempt + 1)
  const state = await stateOfFolder(folder)
  note(`folder: ${state}`)
  if (!isAtOnce(round)) {
    if (state === 'a draft that is not in use')
      await expectRefusedStart(name, { dataDirectory: folder, environment: {} })
    // Checked before the product starts, because that books what is due.
    if (state === 'whole') expectRows(name, 'right after the kill', await rowsOfFolder(folder), rows)
  }
  const again = await restoreAgain(backups[kind], { CLUBFOLIO_DATA: folder })
  judgeSecond(name, again, state === 'whole', 'holds a database already')
  const names = await readdir(folder)
  verdict.expect(
    state === 'whole' || !names.some((one) => one.startsWith('restoring-')),
    `${name}: left behind ${names.join(', ')}`,
  )
  if (existsSync(join(folder, 'postgres'))) {
    expectRows(name, 'in the end', await rowsOfFolder(folder), rows)
    // Occasionally the whole product, on what a second restore left.
    if (round % 10 === 0) await expectStart(name, { dataDirectory: folder, environment: {} })
  } else verdict.broken(`${name}: no database in the end`)
  verdict.expect((await readFile(join(folder, 'notes.txt'), 'utf8')) === notes, `${name}: the owner's file is gone`)
  await rm(join(place, `round-${round}-${attempt}`), { recursive: true, force: true })
}

async function stateOfFolder(folder: string): Promise<'nothing' | 'a draft that is not in use' | 'whole'> {
  const names = await readdir(folder)
  if (names.includes('postgres')) return 'whole'
  return names.some((one) => one.startsWith('restoring-')) ? 'a draft that is not in use' : 'nothing'
}

async function killIntoServer(round: number, attempt = 0): Promise<void> {
  const kind = kindOf(round)
  const { url, environment, database } = await makeDatabase(`round_${round}_${attempt}`)
  const name = `server, round ${round} (${kind} backup)`
  const { serverMs, rows } = undisturbed.get(kind)!
  if (!(await killed(round, attempt, { backup: backups[kind], environment, lengthMs: serverMs })))
    return killIntoServer(round, attempt + 1)
  let isWhole = false
  if (!isAtOnce(round)) {
    await untilAlone(database)
    const state = await stateOfDatabase(url)
    note(`server: ${state}`)
    isWhole = state === 'whole'
    if (state === 'a mark, and nothing of it is here') {
      await expectRefusedStart(name, {
        dataDirectory: environment.CLUBFOLIO_DATA,
        environment: { ...environment, ROLE: 'web' },
      })
      if (round % 4 === 0) await expectStrangerKept(name, url, kind, environment)
    }
    if (state === 'all rows, marked') {
      await expectStart(name, {
        dataDirectory: environment.CLUBFOLIO_DATA,
        environment: { ...environment, ROLE: 'web' },
      })
      isWhole = true
    }
    if (isWhole) expectRows(name, 'right after the kill', await fingerprint(url), rows)
  }
  const again = await restoreAgain(backups[kind], environment)
  toldToWait += again.wasTold
  if (isAtOnce(round)) {
    isWhole = again.code !== 0
    note(`server, asked at once: ${isWhole ? 'whole' : 'begun again or gone on'}`)
  }
  judgeSecond(name, again, isWhole, 'The database is not empty')
  expectRows(name, 'in the end', await fingerprint(url), rows)
  await withClient(url, async (client) => {
    const kept = await client.query(
      "select keep.kept() as said, to_regtype('keep.colour') is not null as has where exists (select from pg_proc where proname = 'kept_too')",
    )
    verdict.expect(
      kept.rows[0]?.said === 'kept' && kept.rows[0]?.has === true,
      `${name}: what was in the database before is gone`,
    )
    verdict.expect(
      (await client.query("select from pg_namespace where nspname = 'clubfolio_restore'")).rowCount === 0,
      `${name}: the mark is still there`,
    )
  })
  await withClient(server.adminUrl, (client) => client.query(`drop database ${database} with (force)`))
  await rm(environment.CLUBFOLIO_DATA, { recursive: true, force: true })
}

type DatabaseState = 'nothing' | 'a mark, and nothing of it is here' | 'all rows, marked' | 'whole'

async function stateOfDatabase(url: string): Promise<DatabaseState> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ mark: boolean; tables: boolean }>(
      "select to_regclass('clubfolio_restore.unfinished') is not null as mark, to_regclass('public.kysely_migration') is not null as tables",
    )
    const { mark, tables } = rows[0]!
    if (!mark) return tables ? 'whole' : 'nothing'
    const [state] = (await client.query<{ state: string }>('select state from clubfolio_restore.unfinished')).rows
    return state?.state === 'filling' ? 'a mark, and nothing of it is here' : 'all rows, marked'
  })
}

/** A table that somebody else created in the meantime stops the next restore, which then changes nothing. */
async function expectStrangerKept(
  name: string,
  url: string,
  kind: Kind,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await withClient(url, (client) =>
    client.query("create table public.recipe (name text); insert into public.recipe values ('soup')"),
  )
  const end = await restoreAgain(backups[kind], environment)
  verdict.expect(
    end.code === 2 && end.words.includes('also holds public.recipe'),
    `${name}: a stranger's table: ${end.words}`,
  )
  await withClient(url, async (client) => {
    verdict.expect(
      (await client.query('select from public.recipe')).rowCount === 1,
      `${name}: the stranger's table is gone`,
    )
    await client.query('drop table public.recipe')
  })
  note('server: a second restore that left a table of somebody else alone')
}

function judgeSecond(name: string, end: RestoreEnd, wasWhole: boolean, refusal: string): void {
  if (wasWhole)
    verdict.expect(
      end.code === 2 && end.words.includes(refusal),
      `${name}: a restore over a whole installation ended with ${end.code}: ${end.words}`,
    )
  else {
    verdict.expect(end.code === 0, `${name}: the second restore ended with ${end.code}: ${end.words}`)
    againMs.push(end.tookMs)
  }
}

function expectRows(name: string, when: string, found: string, expected: string): void {
  const others = found === expected ? '' : differences(found, expected)
  verdict.expect(others === '', `${name}: other rows ${when}: ${others}`)
}

interface Start {
  readonly dataDirectory: string
  readonly environment: Readonly<Record<string, string>>
}

async function expectRefusedStart(name: string, start: Start): Promise<void> {
  const product = await launchProduct(start)
  const code = await Promise.race([
    product.ended,
    product.ready.then(
      () => 'ready',
      () => product.ended,
    ),
  ])
  if (code === 'ready') await product.end()
  verdict.expect(
    code === 2 && product.output().includes('did not finish'),
    `${name}: a start on an unfinished restore ended with ${code}: ${product.output()}`,
  )
  note('starts that said that a restore did not finish')
}

async function expectStart(name: string, start: Start): Promise<void> {
  const product = await launchProduct({
    ...start,
    environment: { CLUBFOLIO_MARKET_INSTRUMENTS: '10', CLUBFOLIO_SECRET_KEY: secretKey, ...start.environment },
  })
  const isReady = await product.ready.then(
    () => true,
    () => false,
  )
  verdict.expect(isReady, `${name}: a start on a whole installation failed: ${product.output()}`)
  await product.end()
  note('starts on a whole installation')
}

/** The data folder is reached by a name on the usual file system, like a disk mounted in its place. */
async function makeFolder(name: string): Promise<string> {
  const folder = join(place, name)
  await mkdir(folder)
  await writeFile(join(folder, 'notes.txt'), notes)
  if (place === own) return folder
  const link = join(own, name)
  await symlink(folder, link)
  return link
}

/** A database with objects that a restore leaves alone: functions, a type, a schema, but no table. */
async function makeDatabase(database: string): Promise<{
  url: string
  database: string
  environment: { DATABASE_URL: string; CLUBFOLIO_DATA: string; CLUBFOLIO_SECRET_KEY: string }
}> {
  await withClient(server.adminUrl, (client) => client.query(`create database ${database}`))
  const at = new URL(server.url)
  at.pathname = `/${database}`
  const url = at.href
  await withClient(url, (client) =>
    client.query(`
      create schema keep;
      create type keep.colour as enum ('red', 'green');
      create function keep.kept() returns text language sql as $$ select 'kept' $$;
      create function public.kept_too() returns text language sql as $$ select 'kept too' $$`),
  )
  const dataDirectory = join(own, database)
  await mkdir(dataDirectory)
  return {
    url,
    database,
    environment: { DATABASE_URL: url, CLUBFOLIO_DATA: dataDirectory, CLUBFOLIO_SECRET_KEY: secretKey },
  }
}

async function rowsOfFolder(folder: string): Promise<string> {
  let opened: EmbeddedPostgres | undefined
  try {
    opened = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined })
    return await fingerprint(opened.url)
  } finally {
    await opened?.stop()
  }
}

/** Waits until the server has finished the statements of the killed restore. */
async function untilAlone(database: string): Promise<void> {
  await withClient(server.adminUrl, async (client) => {
    while ((await client.query('select from pg_stat_activity where datname = $1', [database])).rowCount !== 0)
      await delay(20)
  })
}

async function isOtherSystem(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && found.dev !== (await stat(tmpdir())).dev
}
