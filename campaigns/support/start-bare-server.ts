// The process of `bare-server.ts`, as an object.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BareServerReady } from './bare-server.ts'

export interface BareServer {
  readonly url: string
  end(): void
}

export async function startBareServer(): Promise<BareServer> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)))
  const [{ port }] = (await once(child, 'message')) as [BareServerReady]
  return { url: `http://127.0.0.1:${port}/`, end: () => void child.kill() }
}
