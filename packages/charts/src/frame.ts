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
