// The fetch passed to yahoo-finance2: complete answers only, within limits of time and size, and every other outcome as
// a named failure. The library itself has no time limit and prints the addresses of refused requests.
import { z } from 'zod'
import { MarketDataFailure } from './port.ts'

export interface FetchLimits {
  readonly totalMs: number
  readonly maxBytes: number
}

export const yahooLimits: FetchLimits = { totalMs: 10_000, maxBytes: 8 * 1_048_576 }

/** The address the library uses; ours may differ, behind a proxy of the installation. */
const libraryOrigin = 'https://query2.finance.yahoo.com'

/** Statuses that concern the symbol and the requested days. */
const aboutSymbol: ReadonlySet<number> = new Set([400, 404, 422])

/** `origin` is the address of the service. Everything but a complete JSON answer throws a MarketDataFailure. */
export function createYahooFetch(origin: string, limits: FetchLimits): typeof fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    if (asked.origin !== libraryOrigin)
      throw new MarketDataFailure('REFUSED', `Yahoo Finance sent us on to ${asked.host}, which is not asked.`)
    const { status, text } = await exchange(new URL(`${asked.pathname}${asked.search}`, origin), init, limits)
    if (status === 429) throw new MarketDataFailure('RATE_LIMITED', 'Yahoo Finance was asked too often.')
    if (status >= 500) throw new MarketDataFailure('UNAVAILABLE', `Yahoo Finance answers with status ${status}.`)
    if (status >= 300 && !aboutSymbol.has(status))
      throw new MarketDataFailure('REFUSED', `Yahoo Finance refuses with status ${status}.`)
    // An unknown symbol may come with status 200; a known one without prices in the requested period comes as a bad
    // request.
    if (status >= 300 || saysError(parse(text)))
      throw new MarketDataFailure(
        'UNKNOWN',
        'Yahoo Finance does not know this symbol, or has no prices of it for these days.',
      )
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
}

async function exchange(
  address: URL,
  init: RequestInit | undefined,
  limits: FetchLimits,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, {
      headers: init?.headers ?? {},
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.totalMs),
    })
    return { status: response.status, text: await readWhole(response, limits.maxBytes) }
  } catch (error) {
    if (error instanceof MarketDataFailure) throw error
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new MarketDataFailure(
      'UNAVAILABLE',
      isLate
        ? 'Yahoo Finance did not answer in time.'
        : 'The connection to Yahoo Finance failed or broke in the middle of its answer.',
    )
  }
}

async function readWhole(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return ''
  for await (const part of body) {
    bytes += part.length
    if (bytes > maxBytes) throw new MarketDataFailure('NONSENSE', 'Yahoo Finance sent more than can be an answer.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const isPage = text.trimStart().startsWith('<')
    throw new MarketDataFailure(
      isPage ? 'REFUSED' : 'NONSENSE',
      isPage
        ? 'Yahoo Finance answered with a page instead of prices.'
        : 'What Yahoo Finance sent is cut off or is no data.',
    )
  }
}

const ChartAnswer = z.object({ chart: z.object({ error: z.unknown().optional() }) })

/** `{ "chart": { "result": null, "error": { "code": "Not Found", ... } } }` */
function saysError(answer: unknown): boolean {
  const read = ChartAnswer.safeParse(answer)
  return read.success && read.data.chart.error !== undefined && read.data.chart.error !== null
}
