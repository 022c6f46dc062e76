// Puts work off until nothing has moved for a while, with one timer however often it is asked for.

export interface RestTask {
  readonly request: () => void
  readonly cancel: () => void
}

export function createRestTask(work: () => void, restMs: number): RestTask {
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
