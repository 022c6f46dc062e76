// Sends one call many times at once, from a separate process, so that the callers' cost is not the server's.
import { Agent, request } from 'node:http'
import type { Burst, Flood } from './flooder.ts'

const patienceMs = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const now = (): number => performance.timeOrigin + performance.now()

function send({ url, method, headers, body }: Flood): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { method, headers, agent, timeout: patienceMs }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve(`${response.statusCode} ${/"refusal":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()))
      response.once('error', (error) => resolve(`500 ${String(error)}`))
    })
    call.once('timeout', () => call.destroy(new Error('no answer within a minute')))
    call.once('error', (error) => resolve(`500 ${String(error)}`))
    call.end(body)
  })
}

process.on('message', (flood: Flood) => {
  const fromMs = now()
  void Promise.all(Array.from({ length: flood.copies }, () => send(flood))).then((outcomes) =>
    process.send?.({ fromMs, toMs: now(), outcomes } satisfies Burst),
  )
})
