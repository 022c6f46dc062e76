// PostgreSQL with Patroni, etcd and HAProxy from the files of deploy/ha, on three machines of the campaign.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { applicationNetwork, openMachine, openNetwork, type Machine } from './machine.ts'

const files = fileURLToPath(new URL('../../../deploy/ha/', import.meta.url))
const numbers = [1, 2, 3] as const
const startMs = 120_000
const settledMs = 180_000
const pollMs = 250

export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly lag?: number | string
}

export interface Cluster {
  /** As Clubfolio connects: through HAProxy. */
  readonly databaseUrl: string
  readonly machines: readonly Machine[]
  /** Starts the services of a machine that are not running, as systemd does after a death or a reboot. */
  revive(machine: Machine): void
  /** Returns what one Patroni says about all members; nothing while none answers. */
  members(): Promise<readonly Member[]>
  /** Returns the machine whose Patroni says that it is the primary, as HAProxy asks; waits until it is one. */
  primary(): Promise<Machine>
  /** Returns the machine whose member of etcd leads. */
  etcdLeader(): Promise<Machine>
  /** Asks for a switchover, as an administrator does. */
  switchOver(): Promise<void>
  /** Resolves when one primary, a synchronous standby and a third member run and follow; rejects after three minutes. */
  settled(): Promise<void>
}

export async function openCluster(root: string): Promise<Cluster> {
  openNetwork()
  const machines = numbers.map((number) => openMachine(number, root))
  const addresses = machines.map(({ number, host }) => `HOST_${number}=${host}\n`).join('')
  const passwords = readSettings(execFileSync(join(files, 'make-passwords.sh'), { encoding: 'utf8' }))
  const render = (name: string, settings: string, ...args: string[]): void => {
    const path = join(root, `${name}.env`)
    writeFileSync(path, readFileSync(join(files, 'cluster.env.example'), 'utf8') + addresses + settings)
    execFileSync(join(files, 'render.sh'), args, { env: { ...process.env, CLUSTER_ENV: path } })
  }
  const running = new Map<string, ChildProcess>()
  const isRunning = (key: string): boolean => {
    const child = running.get(key)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }
  const configurationOf = ({ number }: Machine): string => join(root, `configuration-${number}`)
  for (const machine of machines) {
    const { number, folder } = machine
    const paths = {
      APPLICATION_NETWORK: applicationNetwork,
      POSTGRESQL_DATA: join(folder, 'postgresql'),
      POSTGRESQL_SOCKET: folder,
      ETCD_DATA: join(folder, 'etcd'),
      CONFIGURATION: configurationOf(machine),
    }
    const settings = Object.entries(paths)
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')
    render(`cluster-${number}`, settings, 'database', String(number), configurationOf(machine))
    for (const file of ['patroni.yml', 'etcd.env']) chmodSync(join(configurationOf(machine), file), 0o644)
  }
  const revive = (machine: Machine): void => {
    const settings = readSettings(readFileSync(join(configurationOf(machine), 'etcd.env'), 'utf8'))
    if (!isRunning(`etcd ${machine.number}`))
      running.set(`etcd ${machine.number}`, machine.run('etcd', ['etcd'], settings))
    if (!isRunning(`patroni ${machine.number}`))
      running.set(
        `patroni ${machine.number}`,
        machine.run('patroni', ['/usr/bin/patroni', join(configurationOf(machine), 'patroni.yml')], passwords),
      )
  }
  for (const machine of machines) revive(machine)

  const application = join(root, 'application')
  render('application', '', 'application', application)
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(application, 'haproxy.cfg')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  mkdirSync(application, { recursive: true })
  for (const stream of [proxy.stdout, proxy.stderr])
    stream.on('data', (part: Buffer) => appendFileSync(join(application, 'haproxy.log'), part))

  const ask = async (machine: Machine, path: string): Promise<unknown> => {
    const answer = await fetch(`http://${machine.host}:8008${path}`, { signal: AbortSignal.timeout(1_500) })
    return answer.json()
  }
  /** The machine that reports itself as primary is asked first: others may still repeat what was. */
  const members = async (): Promise<readonly Member[]> => {
    for (const machine of machines) {
      try {
        return ((await ask(machine, '/cluster')) as { members: readonly Member[] }).members
      } catch {
        // The next one may know.
      }
    }
    return []
  }
  const isLeader = ({ role }: Member): boolean => role === 'leader' || role === 'master'
  const isSettled = async (): Promise<boolean> => {
    const views = await Promise.all(
      machines.map(async (machine) => {
        try {
          const view = (await ask(machine, '/cluster')) as { members: readonly Member[] }
          return view.members
        } catch {
          return []
        }
      }),
    )
    return views.every(
      (view) =>
        view.length === numbers.length &&
        view.filter(isLeader).length === 1 &&
        view.some(({ role }) => role === 'sync_standby') &&
        view.every((member) => member.state === 'running' || member.state === 'streaming') &&
        view.every((member) => isLeader(member) || member.lag === 0),
    )
  }
  const until = async (holds: () => Promise<boolean>, limitMs: number, what: string): Promise<void> => {
    const endMs = performance.now() + limitMs
    while (!(await holds())) {
      if (performance.now() > endMs) throw new Error(`${what}: ${JSON.stringify(await members())}`)
      await delay(pollMs)
    }
  }
  const isPrimary = (machine: Machine): Promise<boolean> =>
    fetch(`http://${machine.host}:8008/primary`, { signal: AbortSignal.timeout(1_500) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const primary = async (): Promise<Machine> => {
    let found: Machine[] = []
    const isOne = async (): Promise<boolean> => {
      const answers = await Promise.all(machines.map(isPrimary))
      found = machines.filter((_machine, place) => answers[place])
      return found.length === 1
    }
    await until(isOne, settledMs, 'No primary')
    return found[0]!
  }
  await until(isSettled, startMs, 'The cluster did not start')
  return {
    databaseUrl: `postgres://clubfolio:${passwords['CLUBFOLIO_DATABASE_PASSWORD']}@127.0.0.1:5000/clubfolio`,
    machines,
    revive,
    members,
    primary,
    async etcdLeader() {
      for (const machine of machines) {
        const { stdout } = spawnEtcdctl(machine)
        if (stdout.includes('true')) return machine
      }
      return machines[0]!
    },
    async switchOver() {
      const { host, number } = await primary()
      const answer = await fetch(`http://${host}:8008/switchover`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`patroni:${passwords['PATRONI_RESTAPI_PASSWORD']}`).toString('base64')}`,
        },
        body: JSON.stringify({ leader: `database${number}` }),
      })
      if (!answer.ok) throw new Error(`The switchover was refused: ${answer.status} ${await answer.text()}`)
    },
    settled: () => until(isSettled, settledMs, 'The cluster did not settle'),
  }
}

function spawnEtcdctl({ host }: Machine): { stdout: string } {
  try {
    const stdout = execFileSync('etcdctl', ['--endpoints', `http://${host}:2379`, 'endpoint', 'status'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ETCDCTL_API: '3' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { stdout }
  } catch {
    return { stdout: '' }
  }
}

/** Reads the lines `NAME=value` of a file of settings. */
function readSettings(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
