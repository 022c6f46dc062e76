// The real paper brokerage as a child process that dies silently while a steered clock is moved.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../kernel/config.ts'
import { createLog } from '../kernel/log.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startPaperBrokerProcess } from './paper-broker-process.ts'

async function brokerageId(): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const found = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*paper-broker\/dist\/main\.js/.exec(line))
    .find((match) => match !== null && Number(match[2]) === process.pid)
  return found ? Number(found[1]) : undefined
}

test('a clock that is moved while the brokerage is dead is taken by the one that is started again', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const config = readConfig(
    { NODE_ENV: 'test', PAPER_PORT: '0', CLUBFOLIO_NOW: '2026-03-04T15:00:00Z', CLUBFOLIO_MARKET_INSTRUMENTS: '10' },
    'nowhere',
  )
  const brokerage = await startPaperBrokerProcess({
    config,
    databaseUrl: database.url,
    log: createLog('silent'),
    clientId: 'clubfolio',
    clientSecret: 'a secret that only this test knows',
    callbackUrl: 'http://127.0.0.1:4600/account',
    demonstration: { userName: 'demo', password: 'paper-quiet-2026' },
  })
  onTestFinished(() => brokerage.stop())
  expect(brokerage.port).toBeGreaterThan(0)
  expect(brokerage.url).toBe(`http://127.0.0.1:${brokerage.port}`)
  const first = (await brokerageId())!
  process.kill(first, 'SIGKILL')
  await brokerage.moveClock(Date.parse('2026-03-04T15:01:01Z'))
  const second = await brokerageId()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
  // The address that browsers and the server use, although the system chose the port.
  expect((await fetch(`${brokerage.url}/paper`)).ok).toBe(true)
})
