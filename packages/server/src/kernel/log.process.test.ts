// The last lines of a process are those that explain why it ended.
import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { expect, test } from 'vitest'

/** Runs a module that logs while the only thread that could write is busy, flushes and exits; returns its output. */
function logFlushAndExit(first = "log.info({ cut: 0 }, 'nobody is served any more')"): Promise<string> {
  const code = `
    import { pbkdf2 } from 'node:crypto'
    import { openLog } from ${JSON.stringify(pathToFileURL(programFile('server', 'kernel/log.ts')).href)}
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
