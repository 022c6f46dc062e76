// Puts work off to the next frame, once however often it is asked for: a drag reports many changes a frame.

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

/** Resolves after two frames: what was asked to be drawn now has been drawn then. */
export async function twoFrames(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
}
