// The last lines of a process are those that explain why it ended. On a terminal they are lines for people.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { expect, test } from 'vitest'

const logModule = JSON.stringify(pathToFileURL(programFile('server', 'kernel/log.ts')).href)

/** Runs a module that logs while the only thread that could write is busy, flushes and exits; returns its output. */
function logFlushAndExit(first = "log.info({ cut: 0 }, 'nobody is served any more')"): Promise<string> {
  const code = `
    import { pbkdf2 } from 'node:crypto'
    import { openLog } from ${logModule}
    const { log, flush } = openLog('info')
    pbkdf2('', '', 50_000, 64, 'sha512', () => undefined)
    ${first}
    log.info('the last line')
    await flush()
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    // One thread, so that a short computation keeps it busy: a long one could outlast the time limit of the flush.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

test('a process that flushes its log before it ends loses no line', async () => {
  const lines = (await logFlushAndExit()).trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'nobody is served any more',
    'the last line',
  ])
})

test('the headers of a request that a library logs are redacted', async () => {
  const headers = "{ authorization: 'Bearer clf_secret', token: 'secret', accept: 'text/html' }"
  const output = await logFlushAndExit(
    `log.error({ req: { headers: ${headers} }, err: { request: { headers: ${headers} } } }, 'failed')`,
  )
  expect(output).toContain('text/html')
  expect(output).not.toContain('secret')
})

/** `script` of util-linux, which runs a program on a terminal of its own. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

/** Returns what a terminal shows of a log that is opened as the server opens it. */
async function showOnTerminal(environment: Readonly<Record<string, string>>): Promise<string> {
  const code = `
    import { chooseFormat, openLog } from ${logModule}
    const { log, say, tell, flush } = openLog(undefined, chooseFormat(process.env.ASKED))
    log.info('request')
    say('Clubfolio answers at http://127.0.0.1:4600')
    tell('Your code is 123456.')
    log.error({ reqId: 'a-1' }, 'fault')
    await flush()`
  const { stdout } = await promisify(execFile)(
    'script',
    ['--quiet', '--return', '--command', `"$NODE" --input-type=module --eval "$CODE"`, '/dev/null'],
    {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        TERM: 'xterm',
        NODE: process.execPath,
        CODE: code,
        ASKED: 'auto',
        ...environment,
      },
    },
  )
  return stdout.replaceAll('\r', '')
}

test.skipIf(!hasTerminal)(
  'on a terminal a log is lines for people, and only of what is wrong or waited for',
  async () => {
    const time = String.raw`\d\d:\d\d:\d\d`
    expect(await showOnTerminal({ NO_COLOR: '1' })).toMatch(
      new RegExp(
        `^Clubfolio answers at http://127\\.0\\.0\\.1:4600\n${time}  Your code is 123456\\.\n` +
          `${time}  error: fault \\(request: a-1\\)\n$`,
      ),
    )
    expect(await showOnTerminal({})).toContain('\u001B[31merror:\u001B[0m fault')
  },
)

test.skipIf(!hasTerminal)('on a terminal JSON is every event, where it is asked for', async () => {
  const lines = (await showOnTerminal({ ASKED: 'json' })).trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'request',
    'Clubfolio answers at http://127.0.0.1:4600',
    'Your code is 123456.',
    'fault',
  ])
})
