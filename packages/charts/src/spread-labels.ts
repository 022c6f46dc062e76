// Spreads labels along one axis: labels that overlap are grouped around their common centre, the others stay in place.

export interface SpreadLabel {
  readonly id: string
  readonly yPx: number
}

interface Cluster {
  readonly ids: string[]
  centrePx: number
}

/**
 * Returns labels at least `gapPx` apart, in the order of their preferred positions, as far as they fit at all
 * inside `[gapPx / 2, heightPx - gapPx / 2]`.
 *
 * Preferred positions 100, 104, 200 with gap 18: 93, 111, 200.
 */
export function spreadLabels(labels: readonly SpreadLabel[], heightPx: number, gapPx: number): SpreadLabel[] {
  const clusters: Cluster[] = []
  for (const label of [...labels].sort((a, b) => a.yPx - b.yPx)) {
    let cluster: Cluster = { ids: [label.id], centrePx: keepInside(label.yPx, 1, heightPx, gapPx) }
    for (let above = clusters.at(-1); above !== undefined && touch(above, cluster, gapPx); above = clusters.at(-1)) {
      clusters.pop()
      const size = above.ids.length + cluster.ids.length
      const centrePx = (above.centrePx * above.ids.length + cluster.centrePx * cluster.ids.length) / size
      cluster = { ids: [...above.ids, ...cluster.ids], centrePx: keepInside(centrePx, size, heightPx, gapPx) }
    }
    clusters.push(cluster)
  }
  return clusters.flatMap(({ ids, centrePx }) =>
    ids.map((id, index) => ({ id, yPx: centrePx + (index - (ids.length - 1) / 2) * gapPx })),
  )
}

function touch(above: Cluster, below: Cluster, gapPx: number): boolean {
  return below.centrePx - above.centrePx < ((above.ids.length + below.ids.length) / 2) * gapPx
}

function keepInside(centrePx: number, size: number, heightPx: number, gapPx: number): number {
  const half = (size * gapPx) / 2
  return Math.max(half, Math.min(heightPx - half, centrePx))
}
