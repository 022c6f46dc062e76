// Runs every example of docs/api-guide.md as it stands, in each of its languages, against the application and the paper
// brokerage.
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveToken } from '../../testing/api-tokens.ts'
import { cents, closeSession, makeMember } from '../../testing/factories.ts'
import { linkTrader, listAtBroker, type LinkedAccount } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const bins = join(root, 'packages/client/node_modules/.bin')
let app: TestBrokerage
let account: LinkedAccount
let guide: string
let folder: string
let token: string
beforeAll(async () => {
  // The brokerage of tests lists ACME only.
  guide = (await readFile(join(root, 'docs/api-guide.md'), 'utf8')).replaceAll('AAPL', 'ACME')
  app = await startTestBrokerage()
  await fillSimulatedMarket(app.services)
  app.market.set('ACME', 190)
  const { owner, account: linked } = await linkTrader(app, 'api-guide')
  account = linked
  // As if it had been linked a week ago.
  await app.services.db
    .updateTable('account')
    .set({ linked_at: new Date('2026-02-25T15:00:00Z') })
    .where('id', '=', account.id)
    .execute()
  for (const day of ['2026-02-25', '2026-02-26', '2026-02-27']) await closeSession(app, account, day, '10000.00')
  const memberId = await makeMember(owner, 'Mona')
  await owner.client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents('1000.00'), date: '2026-02-26', description: 'First' },
  })
  token = (await giveToken(app, owner.user.id, { name: 'Guide' })).token
  // Inside the repository, so that its packages are found as an installed one is.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'api-guide-'))
  // What npx would run after the npm install of the page, without a network.
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npx'), `#!/bin/sh\nprogram="$1"\nshift\nexec "${bins}/$program" "$@"\n`)
  await chmod(join(folder, 'bin/npx'), 0o755)
}, 60_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.stop()
})

/** Returns the examples of a language as one program, in the order of the page. */
const examplesIn = (language: string): string =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text).join('\n')

interface Run {
  readonly code: number | null
  readonly output: string
}

function run(program: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        CHECKOUT: root,
        CLUBFOLIO: app.url,
        CLUBFOLIO_TOKEN: token,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

const exists = async (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    ({ code }) => code === 0,
    () => false,
  )

async function runExamples(program: string, args: readonly string[], file: string, text: string): Promise<string> {
  const path = join(folder, file)
  await writeFile(path, text)
  // The same order within a few minutes is asked about.
  app.clock.advance(10 * 60_000)
  const before = (await listAtBroker(app, account)).length
  const { code, output } = await run(program, [...args, path])
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`)
  // Each example sends its order twice under one key.
  expect((await listAtBroker(app, account)).length - before).toBe(1)
  return output
}

test('the examples for curl run', async ({ skip }) => {
  if (!(await exists('curl'))) skip('curl is not installed')
  const output = await runExamples('bash', [], 'guide.sh', `set -euo pipefail\n${examplesIn('sh')}`)
  expect(output).toContain('"holder":"Mona')
}, 60_000)

test('the examples in TypeScript run with the client of the workspace', async () => {
  const output = await runExamples(
    process.execPath,
    ['--conditions=source', '--import', 'tsx'],
    'guide.mts',
    examplesIn('ts'),
  )
  expect(output).toContain('Guide')
  expect(output).toContain('true')
  expect(output).toContain('Mona')
  expect(output).toContain('403 tokenNever')
  expect(output).toContain('verified: true')
  expect(output).toContain('altered: false')
}, 60_000)

test('the examples in Python run with its standard library', async ({ skip }) => {
  if (!(await exists('python3'))) skip('python3 is not installed')
  const output = await runExamples('python3', [], 'guide.py', examplesIn('python'))
  expect(output).toContain('Mona')
  expect(output).toContain('403 tokenNever None')
  expect(output).toContain('verified: True')
  expect(output).toContain('altered: False')
}, 60_000)

/** Runs the command of the page that writes a file. */
async function generate(file: string): Promise<void> {
  const commands = examplesIn('shell').split('\n')
  const command = commands.find((line) => line.endsWith(file))
  if (command === undefined) throw new Error(`No command of the page writes ${file}.`)
  const { code, output } = await run('sh', ['-c', command])
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
}

test('a TypeScript client that is generated from openapi.json places a paper order and reads a statement', async () => {
  await generate('clubfolio.d.ts')
  const text = examplesIn('typescript')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'stranger.ts'), text)
  const checks = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
  const checked = await run(join(bins, 'tsc'), [...checks, '--types', 'node', join(folder, 'stranger.ts')])
  expect(checked).toEqual({ code: 0, output: '' })
  const output = await runExamples(process.execPath, ['--import', 'tsx'], 'stranger.ts', text)
  expect(output).toContain('true')
  expect(output).toContain('Mona')
  expect(output).toContain('403 tokenNever')
}, 120_000)

test('a Python client that is generated from openapi.json places a paper order and reads a statement', async ({
  skip,
}) => {
  if (!(await exists('python3'))) skip('python3 is not installed')
  await generate('clubfolio.py')
  const output = await runExamples('python3', ['-W', 'error'], 'stranger.py', examplesIn('py'))
  expect(output).toContain('Mona')
  expect(output).toContain('403 tokenNever')
}, 60_000)
