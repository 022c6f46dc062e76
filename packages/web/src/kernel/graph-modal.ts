// The single graph modal of the shell: any screen opens it for an instrument; the chart feature draws it.
// Source: docs/rules/interface.md, "Chart modal".
import { createUserStore } from './store.ts'

export interface GraphRequest {
  readonly title?: string
  readonly code: string
  readonly timing: GraphTiming
}

/** Timing words as lists use them; the chart maps them to bar timings. */
export type GraphTiming = 'DAILY' | 'WEEK' | 'MONTH' | 'YEAR' | '1MINUTE'

export const graphModal = createUserStore<GraphRequest | undefined>(undefined)

export const openGraph = (request: GraphRequest): void => graphModal.set(request)
export const closeGraph = (): void => graphModal.set(undefined)
