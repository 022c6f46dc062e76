// A separate RabbitMQ for a test, with web-stomp and the two logins of docs/operations.md, where Debian's
// rabbitmq-server is installed.
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = '/usr/lib/rabbitmq/bin'
const run = promisify(execFile)

/** Why it cannot be tested here, or undefined. */
export const rabbitMissing: string | undefined = existsSync(join(folder, 'rabbitmq-server'))
  ? undefined
  : 'RabbitMQ is not installed (apt-get install rabbitmq-server)'

export interface RabbitMq {
  readonly url: string
  stop(): Promise<void>
}

export interface RabbitLogins {
  readonly server: { readonly login: string; readonly passcode: string }
  readonly browser: { readonly login: string; readonly passcode: string }
}

export async function startRabbitMq({ server, browser }: RabbitLogins): Promise<RabbitMq> {
  const home = await mkdtemp(join(tmpdir(), 'clubfolio-rabbitmq-'))
  const [amqp, webStomp, stomp, distribution, epmd] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  await writeFile(join(home, 'enabled_plugins'), '[rabbitmq_web_stomp].\n')
  await writeFile(
    join(home, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      'web_stomp.tcp.ip = 127.0.0.1',
      `web_stomp.tcp.port = ${webStomp}`,
      `stomp.listeners.tcp.1 = 127.0.0.1:${stomp}`,
      'log.file = false',
      'log.console = false',
      '',
    ].join('\n'),
  )
  const environment = {
    ...process.env,
    HOME: home,
    HOSTNAME: hostname(),
    RABBITMQ_NODENAME: `clubfolio-test-${webStomp}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(epmd),
  }
  const child = spawn(join(folder, 'rabbitmq-server'), { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-10_000)))
  const control = (...words: string[]) => run(join(folder, 'rabbitmqctl'), words, { env: environment })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const isOver = new Promise((resolve) => child.once('exit', resolve))
      await control('shutdown').catch(() => child.kill('SIGKILL'))
      await isOver
    }
    // The name server started with it is only on this test's port.
    await run('epmd', ['-port', String(epmd), '-kill'], { env: environment }).catch(() => undefined)
    await rm(home, { recursive: true, force: true })
  }
  try {
    await control('wait', '--timeout', '90', join(home, 'pid')).catch((error: unknown) => {
      throw new Error(`RabbitMQ did not start:\n${output}`, { cause: error })
    })
    await control('await_startup')
    for (const { login, passcode } of [server, browser]) await control('add_user', login, passcode)
    for (const words of rabbitRights(server.login, browser.login)) await control(...words)
    return { url: `ws://127.0.0.1:${webStomp}/ws`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The commands of docs/operations.md, "Messages by RabbitMQ". */
export const rabbitRights = (server: string, browser: string): string[][] => [
  ['set_permissions', '-p', '/', server, '^$', '^amq\\.topic$', '^$'],
  ['set_topic_permissions', '-p', '/', server, 'amq.topic', '^clubfolio\\.[A-Za-z0-9_-]{43}$', '^$'],
  [
    'set_permissions',
    '-p',
    '/',
    browser,
    '^stomp-subscription-.*$',
    '^stomp-subscription-.*$',
    '^(stomp-subscription-.*|amq\\.topic)$',
  ],
  ['set_topic_permissions', '-p', '/', browser, 'amq.topic', '^$', '^clubfolio\\.[A-Za-z0-9_-]{43}$'],
  [
    'set_policy',
    '-p',
    '/',
    'clubfolio',
    '^stomp-subscription-',
    '{"expires":60000,"max-length":1000}',
    '--apply-to',
    'queues',
  ],
  ['set_vhost_limits', '-p', '/', '{"max-queues":10000}'],
  ['set_user_limits', browser, '{"max-connections":10000}'],
]

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
