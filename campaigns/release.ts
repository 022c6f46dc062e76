// A release as its user gets it: two of one commit are equal, an unpacked one starts with Node alone, without a network,
// as root and as a user without rights, from a path with spaces, on every Node that is supported; a newer version is put
// in place on a year of data, and the older one again. Everything is timed. Source: docs/decisions/0124-releases.md and
// 0129-update-and-going-back.md.
//
//   npm run campaign release                                    about 15 minutes
//   npm run campaign release -- --archive PATH                  with a release that is there, instead of making two
//   npm run campaign release -- --nodes PATH,PATH               folders that hold a program node each; this Node without
//   npm run campaign release -- --only starts,update,clone      some parts
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sumOfFile, sumsOfFolder } from '../scripts/release/sums.mjs'
import { packFolder } from '../scripts/release/pack-folder.mjs'
import { signInByCalls } from './support/club.ts'
import { openVerdict } from './support/verdict.ts'

const { values: given } = parseArgs({
  options: { archive: { type: 'string' }, nodes: { type: 'string' }, only: { type: 'string' } },
})
const parts = given.only?.split(',') ?? ['equal', 'starts', 'update', 'clone']
const root = fileURLToPath(new URL('..', import.meta.url))
const probe = fileURLToPath(new URL('support/first-answer.mjs', import.meta.url))
const verdict = openVerdict()
type SignedIn = Awaited<ReturnType<typeof signInByCalls>>
const ports = { starts: 24_200, update: 24_210, clone: 24_220 }
/** The promise for an idle machine. */
const promisedSeconds = 15
const longestSeconds = 300
/** A user without any right, whose name PostgreSQL looks up. */
const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-release-'))
await chmod(folder, 0o755)

try {
  const archive = given.archive === undefined ? await makeTwo() : resolve(given.archive)
  const nodes = given.nodes?.split(',').map((path) => resolve(path)) ?? [dirname(process.execPath)]
  if (parts.includes('starts')) for (const node of nodes) await startEveryWay(archive, node)
  if (parts.includes('update')) await updateAndGoBack(archive)
  if (parts.includes('clone')) await startClone()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
figure('load of the machine over the last minutes', describeLoad())
verdict.end()

/** Prints it now, because a later part may take long or fail, and again with the others at the end. */
function figure(name: string, value: string): void {
  console.log(`${name}: ${value}`)
  verdict.figure(name, value)
}

function describeLoad(): string {
  return loadavg()
    .map((one) => one.toFixed(0))
    .join(', ')
}

/** Names the files whose sums differ. */
function differingFiles(one: string, other: string): string {
  const sumsIn = (archive: string): readonly string[] => {
    const read = must(
      spawnSync('tar', ['-xOzf', archive, '--wildcards', '*/SHA256SUMS'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    )
    return read.stdout.trim().split('\n')
  }
  const [ones, others] = [sumsIn(one), sumsIn(other)]
  const names = [...ones.filter((line) => !others.includes(line)), ...others.filter((line) => !ones.includes(line))]
    .map((line) => line.replace(/^\w+ +/, ''))
    .toSorted()
  return names.length === 0 ? 'all files are equal' : `they differ in ${[...new Set(names)].slice(0, 20).join(', ')}`
}

async function makeTwo(): Promise<string> {
  const archives: string[] = []
  for (const name of ['one', 'two']) {
    const startedMs = performance.now()
    const into = join(folder, name)
    must(spawnSync(process.execPath, ['scripts/release.mjs', '--into', into], { cwd: root, encoding: 'utf8' }))
    archives.push(
      join(
        into,
        (await readdir(into)).find((file) => file.endsWith('.tar.gz'))!,
      ),
    )
    figure(`release ${name} made in`, secondsSince(startedMs))
  }
  const areEqual = sumOfFile(archives[0]!) === sumOfFile(archives[1]!)
  const difference = areEqual ? '' : differingFiles(archives[0]!, archives[1]!)
  verdict.expect(areEqual, `two releases of one commit are not equal byte by byte; ${difference}`)
  return archives[0]!
}

async function unpack(archive: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true })
  must(spawnSync('tar', ['-xzf', archive, '-C', into], { encoding: 'utf8' }))
  const [name] = (await readdir(into)).filter((file) => file.startsWith('clubfolio-'))
  return join(into, name!)
}

/** First starts, each with an empty data folder. */
async function startEveryWay(archive: string, node: string): Promise<void> {
  const program = join(node, 'node')
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const place = join(folder, `a path with spaces ${version}`)
  const unpackedMs = performance.now()
  const release = await unpack(archive, place)
  const unpacked = secondsSince(unpackedMs)
  for (const who of isRoot ? ['root', 'a user without rights'] : ['this user']) {
    const data = join(place, `data of ${who}`)
    await mkdir(data)
    if (who === 'a user without rights') await chown(data, nobody.uid, nobody.gid)
    const environment = {
      PATH: `${node}:${process.env['PATH']}`,
      HOME: data,
      CLUBFOLIO_DATA: data,
      PORT: String(ports.starts),
      PAPER_PORT: String(ports.starts + 1),
    }
    const npm = spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim()
    const start = [program, probe, String(ports.starts), String(longestSeconds), program, npm, 'start', '--offline']
    const asUser = ['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups', ...start]
    const command = who === 'a user without rights' ? asUser : start
    // A network of its own, which has the loopback device and nothing else.
    const alone = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command]
    const [first, ...args] = isRoot ? alone : command
    const load = describeLoad()
    const { status, stdout, stderr } = spawnSync(first!, args, { cwd: release, encoding: 'utf8', env: environment })
    const name = `${version}, ${who}, ${isRoot ? 'no network' : 'network as it is (only root can take it away)'}`
    verdict.expect(status === 0, `${name}: no first answer within ${longestSeconds} s:\n${stdout}${stderr}`)
    const isKept = Number(stdout.trim()) <= promisedSeconds
    figure(
      `first answer with ${name}`,
      `${stdout.trim()} s after unpacking in ${unpacked}; load ${load}${isKept ? '' : ` (more than ${promisedSeconds} s)`}`,
    )
  }
}

/** Writes a release that a later one would be: another version, with a step that adds to tables in use. */
async function makeNewer(archive: string): Promise<string> {
  const release = await unpack(archive, join(folder, 'newer'))
  const mark = JSON.parse(await readFile(join(release, 'RELEASE.json'), 'utf8')) as { version: string; commit: string }
  const version = `${mark.version}-next`
  await writeFile(join(release, 'RELEASE.json'), JSON.stringify({ ...mark, version, commit: 'next' }))
  const path = join(release, 'packages/server/dist/db/migrate.js')
  const text = await readFile(path, 'utf8')
  const start = 'export const migrations = {'
  if (!text.includes(start)) throw new Error(`${path} has no list of steps.`)
  const step = `async up(db) {
    await sql\`alter table fund_entry add column of_tomorrow text\`.execute(db)
    await sql\`alter table order_request add column of_tomorrow boolean not null default false\`.execute(db)
  }`
  await writeFile(path, text.replace(start, `${start}\n'9999-tomorrow': { ${step} },`))
  await rm(join(release, 'SHA256SUMS'))
  await writeFile(join(release, 'SHA256SUMS'), sumsOfFolder(release))
  const name = `clubfolio-${version}`
  const packed = join(folder, `${name}.tar.gz`)
  await packFolder({ folder: release, name, archive: packed, modifiedAt: new Date(0) })
  await writeFile(`${packed}.sha256`, `${sumOfFile(packed)}  ${name}.tar.gz\n`)
  return packed
}

/** The demonstration's club has a year of trades, closes and books, and its market twenty years of 500 instruments. */
async function updateAndGoBack(archive: string): Promise<void> {
  const home = join(folder, 'a home with spaces')
  const release = await unpack(archive, home)
  await symlink(release, join(home, 'current'))
  const newer = await makeNewer(archive)
  const settings = join(home, 'clubfolio.env')
  await writeFile(
    settings,
    [
      `CLUBFOLIO_DATA="${join(home, 'data')}"`,
      `PORT=${ports.update}`,
      `PAPER_PORT=${ports.update + 1}`,
      "CLUBFOLIO_START_COMMAND='(cd current && exec setsid nohup node scripts/start.mjs >> ../server.log 2>&1) & echo $! > pid'",
      "CLUBFOLIO_STOP_COMMAND='kill $(cat pid); while kill -0 $(cat pid) 2> /dev/null; do sleep 0.1; done'",
      "CLUBFOLIO_RUNNING_COMMAND='kill -0 $(cat pid)'",
      '',
    ].join('\n'),
  )
  const say = (script: string, ...args: string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [join(home, `current/scripts/${script}.mjs`), ...args, '--settings', settings], {
      cwd: home,
      encoding: 'utf8',
    })
  const service = (word: 'START' | 'STOP') =>
    must(
      spawnSync('sh', ['-c', `set -a; . ./clubfolio.env; eval "$CLUBFOLIO_${word}_COMMAND"`], {
        cwd: home,
        encoding: 'utf8',
      }),
    )
  service('START')
  try {
    const user = await signIn()
    const before = await readFigures(user)
    for (const [words, script, args] of [
      ['update with a year of data', 'update', [newer]],
      ['going back', 'go-back', []],
    ] as const) {
      const startedMs = performance.now()
      const { status, stdout, stderr } = say(script, ...args)
      figure(words, `${secondsSince(startedMs)}; load ${describeLoad()}\n${stdout.trim()}`)
      verdict.expect(status === 0, `${words}: ${stdout}${stderr}`)
      verdict.expect((await readFigures(user)) === before, `${words}: the fund shows other figures than before`)
    }
  } finally {
    service('STOP')
  }
}

/** Signs in once: its session outlives the changes of version. */
async function signIn(): Promise<SignedIn> {
  const origin = `http://127.0.0.1:${ports.update}`
  for (const untilMs = Date.now() + longestSeconds * 1_000; ; await delay(1_000)) {
    const answer = await fetch(`${origin}/health`).catch(() => undefined)
    if (answer?.ok) return signInByCalls({ origin }, 'manager@clubfolio.example')
    if (Date.now() > untilMs) throw new Error('The release does not answer.')
  }
}

/** Waits until the demonstration's club is there; returns what its manager sees of the fund. */
async function readFigures({ client, id }: SignedIn): Promise<string> {
  for (const untilMs = Date.now() + longestSeconds * 1_000; ; await delay(1_000)) {
    try {
      const [account] = await client.account.viewMyAccount({ params: { userId: id } })
      const rows = await client.member.searchParticipationByAccount({ params: { accountId: account!.id } })
      if (rows.length < 5) throw new Error('The club is being made.')
      return JSON.stringify(rows.map(({ memberFullName, units }) => [memberFullName, units]))
    } catch (error) {
      if (Date.now() > untilMs) throw error
    }
  }
}

async function startClone(): Promise<void> {
  const clone = join(folder, 'clone')
  must(spawnSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { encoding: 'utf8' }))
  const environment = { ...process.env, PORT: String(ports.clone), PAPER_PORT: String(ports.clone + 1) }
  const load = describeLoad()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [probe, String(ports.clone), '900', process.execPath, 'scripts/start.mjs'],
    { cwd: clone, encoding: 'utf8', env: environment },
  )
  verdict.expect(status === 0, `a clone did not answer:\n${stdout}${stderr}`)
  figure('clone to the first answer, with the packages of the registry', `${stdout.trim()} s; load ${load}`)
}

function secondsSince(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
}

function must(result: SpawnSyncReturns<string>): SpawnSyncReturns<string> {
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`)
  return result
}
