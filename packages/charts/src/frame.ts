// Defers work to the next frame, once however often it is requested: a drag reports many changes per frame.

export interface FrameTask {
  readonly request: () => void
  readonly cancel: () => void
}

export function createFrameTask(work: () => void): FrameTask {
  let pending: number | undefined
  return {
    request: () => {
      pending ??= requestAnimationFrame(() => {
        pending = undefined
        work()
      })
    },
    cancel: () => {
      if (pending !== undefined) cancelAnimationFrame(pending)
      pending = undefined
    },
  }
}

/** Resolves after two frames, when everything requested so far has been drawn. */
export async function twoFrames(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

const waiting: (() => void)[] = []
let isTaken = false

/**
 * Does the work at once, or after the next frame while other work has this one. Making and drawing a chart takes a
 * phone several frames; between two charts the page answers. Returns a function that withdraws work that still waits.
 * @example useEffect(() => inTurn(() => createChart(element)), [])
 */
export function inTurn(work: () => void): () => void {
  if (isTaken) waiting.push(work)
  else takeTurn(work)
  return () => {
    const place = waiting.indexOf(work)
    if (place >= 0) waiting.splice(place, 1)
  }
}

function takeTurn(work: () => void): void {
  isTaken = true
  // The frame draws what the work has made; only then does the next one begin.
  requestAnimationFrame(() => setTimeout(endTurn))
  work()
}

function endTurn(): void {
  isTaken = false
  const next = waiting.shift()
  if (next) takeTurn(next)
}
