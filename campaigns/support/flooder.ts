// The process of `flood.ts`, as an object.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Flood {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly copies: number
}

/** When the calls of one burst were open, by the machine's clock, and their outcomes: `200`, `409 requestInFlight`. */
export interface Burst {
  readonly fromMs: number
  readonly toMs: number
  readonly outcomes: readonly string[]
}

export interface Flooder {
  send(flood: Flood): Promise<Burst>
  end(): void
}

/** One flood at a time. */
export function startFlooder(): Flooder {
  const child = fork(fileURLToPath(new URL('flood.ts', import.meta.url)))
  return {
    send: (flood) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null): void => reject(new Error(`The callers ended with ${code}.`))
        child.once('exit', onExit)
        child.once('message', (burst) => {
          child.off('exit', onExit)
          resolve(burst as Burst)
        })
        child.send(flood)
      }),
    end: () => void child.kill(),
  }
}
