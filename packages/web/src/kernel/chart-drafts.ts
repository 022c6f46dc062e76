// The chart changes that this browser keeps for this page's user, and the charts that are open on this page.
import { createChartDrafts, type ChartName } from './chart-draft-store.ts'

const pageId = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const chartDrafts = createChartDrafts(localStorage, pageId)

export interface OpenChart extends ChartName {
  /** Sends what has changed; resolves when that was tried. */
  readonly save: () => Promise<void>
}

const openCharts = new Set<OpenChart>()

/** The charts on this page save themselves. Returns the function that ends this. */
export function registerOpenChart(chart: OpenChart): () => void {
  openCharts.add(chart)
  return () => openCharts.delete(chart)
}

export const isOpenChart = ({ userId, symbol, timing }: ChartName): boolean =>
  [...openCharts].some((open) => open.userId === userId && open.symbol === symbol && open.timing === timing)

/** Sends the changes of the charts on this page. */
export async function saveOpenCharts(): Promise<void> {
  await Promise.all([...openCharts].map(({ save }) => save()))
}
