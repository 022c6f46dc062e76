// Operator metrics in Prometheus format at /metrics (loopback only): requests by route and status, process figures.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void
  text(): Promise<string>
  readonly contentType: string
}

/** `processName` labels every figure, for a process that is one of several under a supervisor. */
export function createMetrics(processName?: string): Metrics {
  const registry = new Registry()
  if (processName !== undefined) registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'clubfolio_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    observeRequest: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/**
 * Joins the figures of several processes, each labelled with its process: a metric is described once, followed by the
 * samples of all.
 */
export function joinMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { readonly description: readonly string[]; readonly samples: string[] }>()
  for (const part of texts.flatMap((text) => text.split(/\n(?=# HELP )/))) {
    const lines = part.split('\n').filter((line) => line !== '')
    const description = lines.filter((line) => line.startsWith('#'))
    const [first] = description
    if (first === undefined) continue
    const metric = metrics.get(first) ?? { description, samples: [] }
    metric.samples.push(...lines.filter((line) => !line.startsWith('#')))
    metrics.set(first, metric)
  }
  return [...metrics.values()]
    .map(({ description, samples }) => `${[...description, ...samples].join('\n')}\n`)
    .join('\n')
}
