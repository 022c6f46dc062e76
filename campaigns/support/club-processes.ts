// The product as several processes on one PostgreSQL, in real time, from any build: web processes, a worker and the
// paper brokerage, each with its own port.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface ProcessOrder {
  /** The root of a built copy of the product. */
  readonly build: string
  readonly role: 'web' | 'worker' | 'brokerage'
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
}

export interface ClubProcess {
  readonly url: string
  readonly port: number
  readonly id: number
  /** Resolves with the exit code once it has ended; null after a signal. */
  readonly ended: Promise<number | null>
  isRunning(): boolean
  output(): string
  /** Resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves when the process is ready; throws with its last output when it ends before. */
export async function startClubProcess({ build, role, port, environment }: ProcessOrder): Promise<ClubProcess> {
  const program = role === 'brokerage' ? 'paper-broker' : 'server'
  const child = spawn(process.execPath, [join(build, 'packages', program, 'dist', 'main.js')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ...environment,
      ...(role === 'brokerage' ? { PAPER_PORT: String(port) } : { ROLE: role, PORT: String(port) }),
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  await Promise.race([
    new Promise<void>((resolve) =>
      child.on('message', (message) => {
        if (typeof message === 'object' && 'type' in message && message.type === 'ready') resolve()
      }),
    ),
    ended.then((code) => {
      throw new Error(`A ${role} ended with ${code} before it was ready:\n${text}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    id: child.pid!,
    ended,
    isRunning,
    output: () => text,
    end(signal = 'SIGTERM') {
      if (isRunning()) child.kill(signal)
      return ended
    },
  }
}
