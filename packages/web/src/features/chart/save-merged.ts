// Saves a changed chart without overwriting what another tab or device saved since: the server refuses a stale base,
// and then both changes are merged and saved again. Independent of the chart and of how calls are made.
import { defaultWorkspace, mergeWorkspaces, readWorkspace, type StockWorkspace } from '@clubfolio/charts'
import { ApiError } from '@clubfolio/contract'

/** A chart as the server has it. */
export interface SavedChart {
  readonly config: string | null
  readonly revision: string | null
}

export interface WorkspaceCalls {
  readonly find: () => Promise<SavedChart>
  /** Returns the new revision; throws the refusal `workspaceChanged` when `base` is not the saved one any more. */
  readonly write: (config: string, base: string | null) => Promise<string | null>
}

/** The saved chart is of a later version, which this page must not overwrite. */
export class NewerWorkspaceError extends Error {}

const attemptLimit = 5

/**
 * Saves `mine`, which began with `base`; returns what is saved then: `mine`, or the merged chart.
 *
 * @throws NewerWorkspaceError, and what the calls throw.
 */
export async function saveMerged(base: SavedChart, mine: string, calls: WorkspaceCalls): Promise<SavedChart> {
  let [from, config] = [base, mine]
  for (let attempt = 1; ; attempt++) {
    try {
      return { config, revision: await calls.write(config, from.revision) }
    } catch (error) {
      if (!isChanged(error) || attempt === attemptLimit) throw error
      const theirs = await calls.find()
      config = mergeConfigs(from.config, config, theirs.config)
      from = theirs
    }
  }
}

const isChanged = (error: unknown): boolean => error instanceof ApiError && error.body.refusal === 'workspaceChanged'

/**
 * Returns the text of the merged chart. Without a chart of theirs, mine is kept: somebody has deleted the saved one as
 * a whole, which is no wish about each drawing.
 */
export function mergeConfigs(base: string | null, mine: string, theirs: string | null): string {
  if (theirs === null) return mine
  const [baseChart, myChart, theirChart] = [readSaved(base), readWorkspace(mine), readWorkspace(theirs)]
  if (theirChart === undefined || myChart === undefined) throw new NewerWorkspaceError()
  return JSON.stringify(mergeWorkspaces({ base: baseChart, mine: myChart, theirs: theirChart }))
}

/** Returns the chart with which a page begins when this text is saved. */
export const readSaved = (config: string | null): StockWorkspace =>
  (config === null ? undefined : readWorkspace(config)) ?? defaultWorkspace
