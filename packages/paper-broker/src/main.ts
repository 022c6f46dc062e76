// The paper brokerage as a command: reads the environment, starts, and stops on SIGTERM, SIGINT, or when the pipe to a
// parent process closes. A parent receives `ready`, with the port and the origin, and may move a steerable clock by
// messages; without a parent the settings in `.env` apply. Exit code 2 is a setting that its writer can change.

import { existsSync, fstatSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { seedDemonstration } from './demonstration/seed-demonstration.ts'
import { steerableClock, systemClock } from './kernel/clock.ts'
import type { SteerableClock } from './kernel/clock.ts'
import type { BrokerConfig } from './config.ts'
import { BrokerConfigError, readBrokerConfig } from './config.ts'
import { simulatedPaperMarket } from './market/simulated-paper-market.ts'
import { startPaperBroker } from './start-paper-broker.ts'
import type { PaperBroker } from './start-paper-broker.ts'

/** The simulated market trades every two seconds; polling more often finds nothing new. */
const ENGINE_EVERY_MS = 2_000

/** Returns one sentence for an error that the operator can act on; null for a fault of ours. */
function sentenceOf(error: unknown, config: BrokerConfig | undefined): string | null {
  if (error instanceof BrokerConfigError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = config?.port ?? ''
  if (code === 'EADDRINUSE')
    return `PAPER_PORT: port ${port} is taken by another program. Stop it, or set PAPER_PORT to a free one.`
  if (code === 'ECONNREFUSED') return 'No PostgreSQL answers at DATABASE_URL. Start it, or correct the address.'
  return null
}

/** Moves the clock, works the orders of the time that has passed, and replies when both are done. */
function moveClockOnMessage(clock: SteerableClock, broker: PaperBroker): void {
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'move-clock') return
    if (!('nowMs' in message) || typeof message.nowMs !== 'number') return
    clock.moveTo(message.nowMs)
    void broker
      .advance()
      .catch((error: unknown) => console.error(error))
      .then(() => process.send?.({ type: 'clock-moved' }))
  })
}

function endWithParent(broker: PaperBroker): void {
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    // A request that never ends must not keep the process alive.
    setTimeout(() => process.exit(1), 10_000).unref()
    void broker.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Under a service manager standard input is the null device, which is always at its end and means nothing.
  const input = fstatSync(process.stdin.fd)
  if (input.isFIFO() || input.isSocket()) {
    process.stdin.on('end', end).on('close', end).on('error', end)
    process.stdin.resume()
  }
}

const settingsFile = fileURLToPath(new URL('../../../.env', import.meta.url))

async function main(): Promise<void> {
  // The server passes its child everything it needs; started by hand, the command needs the same settings as the
  // processes next to it.
  if (process.send === undefined && existsSync(settingsFile)) process.loadEnvFile(settingsFile)
  let config: BrokerConfig | undefined
  try {
    config = readBrokerConfig(process.env)
    const steered = config.fixedNowMs === undefined ? undefined : steerableClock(config.fixedNowMs)
    const clock = steered ?? systemClock
    const market = simulatedPaperMarket(createSimulatedMarket(config.market))
    const options = {
      ...config,
      clock,
      market,
      isAlwaysOpen: config.market.hours === 'AROUND_THE_CLOCK',
      clients: [config.client],
      log: { level: config.logLevel },
      engineEveryMs: steered === undefined ? ENGINE_EVERY_MS : undefined,
    }
    const broker = await startPaperBroker(options)
    if (steered !== undefined) moveClockOnMessage(steered, broker)
    if (config.demonstration !== undefined) await seedDemonstration(options, config.demonstration)
    endWithParent(broker)
    if (process.send === undefined) console.log(`Paper brokerage at ${broker.url}`)
    process.send?.({ type: 'ready', url: broker.url, port: broker.port })
  } catch (error) {
    const sentence = sentenceOf(error, config)
    console.error(sentence ?? error)
    process.exit(sentence === null ? 1 : 2)
  }
}

await main()
