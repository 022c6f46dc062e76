// What a process under the supervisor is: its name and how many share the limits. It arrives as arguments, so that a
// list of processes shows which is which.
import { parseArgs } from 'node:util'

export interface ProcessPlace {
  /** `web-1`, `web-2` ... or `worker`; labels its log lines and metrics. */
  readonly name: string
  readonly isWorker: boolean
  /** Web processes that divide the limits of the whole. */
  readonly webProcesses: number
}

const workerName = 'worker'

export const workerPlace = (webProcesses: number): ProcessPlace => ({ name: workerName, isWorker: true, webProcesses })

export const webPlace = (number: number, webProcesses: number): ProcessPlace => ({
  name: `web-${number}`,
  isWorker: false,
  webProcesses,
})

export const argumentsOf = ({ name, webProcesses }: ProcessPlace): string[] => [
  `--place=${name}`,
  `--among=${webProcesses}`,
]

/** Returns the place that `argumentsOf` wrote; undefined for a process that nobody supervises. */
export function readPlace(args: readonly string[]): ProcessPlace | undefined {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { place: { type: 'string' }, among: { type: 'string' } },
  })
  const { place: name, among } = values
  if (typeof name !== 'string' || typeof among !== 'string') return undefined
  return { name, isWorker: name === workerName, webProcesses: Number(among) }
}
