// Probes a server at a steady pace, whether or not the last probe was answered: a server that hangs for a moment makes
// all probes of that moment slow, not just one.
import { Agent, request } from 'node:http'

export interface Look {
  /** By the machine's clock, as in `Burst`. */
  readonly fromMs: number
  readonly tookMs: number
  /** 0 without an answer. */
  readonly status: number
}

export interface Looks {
  /** Returns the probes that started in this time, in order; waits for their answers. */
  between(fromMs: number, toMs: number): Promise<readonly Look[]>
  end(): void
}

const patienceMs = 30_000

/** `headersOf` is called for each probe with its number. */
export function startLooks(
  url: string,
  everyMs: number,
  headersOf: (count: number) => Readonly<Record<string, string>>,
): Looks {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const looks: Look[] = []
  const open = new Set<Promise<void>>()
  let count = 0
  const look = (): void => {
    const startedMs = performance.now()
    const done = new Promise<void>((resolve) => {
      const end = (status: number): void => {
        looks.push({ fromMs: performance.timeOrigin + startedMs, tookMs: performance.now() - startedMs, status })
        open.delete(done)
        resolve()
      }
      const call = request(url, { agent, timeout: patienceMs, headers: headersOf(count++) }, (response) =>
        response.resume().once('end', () => end(response.statusCode ?? 0)),
      )
      call.once('timeout', () => call.destroy())
      call.once('error', () => end(0))
      call.end()
    })
    open.add(done)
  }
  const timer = setInterval(look, everyMs)
  return {
    async between(fromMs, toMs) {
      await Promise.all(open)
      return looks.filter((one) => one.fromMs >= fromMs && one.fromMs <= toMs)
    },
    end() {
      clearInterval(timer)
      agent.destroy()
    },
  }
}
