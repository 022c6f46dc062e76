// Defers work until requests have paused for a while, with a single timer however often it is requested.

export interface RestTask {
  readonly request: () => void
  readonly cancel: () => void
}

export function createDebouncedTask(work: () => void, restMs: number): RestTask {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasMoved = false
  function wait(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (hasMoved) {
        hasMoved = false
        wait()
      } else work()
    }, restMs)
  }
  return {
    request: () => {
      if (timer === undefined) wait()
      else hasMoved = true
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
