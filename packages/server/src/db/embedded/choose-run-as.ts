// Decides which user PostgreSQL runs as: it refuses root, and its setup refuses a user without a name. Every way is
// probed with the real program before it is chosen, because containers differ in what they allow.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { DataFolderRefusal } from './data-folder-refusal.ts'

/** `ownerId` must own the files, seen from outside; `prefix` is put before the program; `uid` and `gid` go to spawn. */
export type RunAs = {
  name: 'self' | 'namespace' | 'nobody' | 'nobody-through'
  ownerId: number
  ownerGroupId: number
  prefix: string[]
  uid?: number
  gid?: number
}

export type RunAsName = RunAs['name']

const preferences: readonly RunAsName[] = ['self', 'namespace', 'nobody', 'nobody-through']

/**
 * Returns the first way that works here: an ordinary user directly; root inside a user namespace (files stay root's
 * own, folders closed to others are no obstacle); root as `nobody`; as `nobody` with the one capability that gets it
 * through closed folders.
 */
export function chooseRunAs(program: string, dataFolder: string, allowed: readonly RunAsName[] = preferences): RunAs {
  for (const way of candidates(program, dataFolder)) if (allowed.includes(way.name) && works(way, program)) return way
  throw new DataFolderRefusal(
    'CANNOT_RUN',
    'The embedded PostgreSQL may not run as root, and this machine allows neither a user namespace nor a switch ' +
      'to the user nobody. Run Clubfolio as an ordinary user, or set DATABASE_URL to a PostgreSQL server, version ' +
      '15 or newer.',
  )
}

function candidates(program: string, dataFolder: string): RunAs[] {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const users = namedUsers()
  const nobody = users.get('nobody')
  // PostgreSQL's setup looks its user up by number, so the number inside the namespace needs a name too.
  const inner = [...users.values()].find((user) => user.uid === 1000) ?? nobody
  const namespace: RunAs[] = inner
    ? [
        {
          name: 'namespace',
          ownerId: uid,
          ownerGroupId: gid,
          prefix: ['unshare', '--user', `--map-user=${inner.uid}`, `--map-group=${inner.gid}`],
        },
      ]
    : []
  if (uid !== 0) return hasName() ? [{ name: 'self', ownerId: uid, ownerGroupId: gid, prefix: [] }] : namespace
  if (!nobody) return namespace
  const owner = { ownerId: nobody.uid, ownerGroupId: nobody.gid }
  const through = [
    'setpriv',
    `--reuid=${nobody.uid}`,
    `--regid=${nobody.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ]
  const open = isEnterableByAll(dirname(program)) && isEnterableByAll(dataFolder)
  return [
    ...namespace,
    ...(open ? [{ name: 'nobody' as const, ...owner, prefix: [], uid: nobody.uid, gid: nobody.gid }] : []),
    { name: 'nobody-through', ...owner, prefix: through },
  ]
}

function works(way: RunAs, program: string): boolean {
  const [command, ...args] = [...way.prefix, program, '--version']
  const probe = spawnSync(command ?? program, args, {
    stdio: 'ignore',
    ...(way.uid === undefined ? {} : { uid: way.uid }),
    ...(way.gid === undefined ? {} : { gid: way.gid }),
  })
  return probe.status === 0
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function namedUsers(): Map<string, { uid: number; gid: number }> {
  let lines: string[] = []
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    // Without the file no user has a name, and the refusal below explains what to do.
  }
  const users = lines.map((line) => line.split(':')).filter((fields) => Number(fields[2]) > 0)
  return new Map(users.map((fields) => [fields[0] ?? '', { uid: Number(fields[2]), gid: Number(fields[3]) }]))
}

export function isEnterableByAll(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}
