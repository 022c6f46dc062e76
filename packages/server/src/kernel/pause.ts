// How the program waits before it looks again, as an argument: tests look again at once.
export type Pause = (ms: number) => Promise<void>

export const pause: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
