// Keeps one chart's changes: in this browser within a second, at the server every 10 seconds and on leaving, merged
// with what another tab or device saved. Independent of the chart and the server. The whole text is compared, so that a
// moved line counts as a change although the number of annotations stays the same.
// Source: docs/rules/trading.md, "Chart workspace"; docs/decisions/0050-charts-are-merged.md.
import { ApiError } from '@clubfolio/contract'
import { mergeConfigs, NewerWorkspaceError, saveMerged, type SavedChart, type WorkspaceCalls } from './save-merged.ts'

export type SaveState =
  | { readonly kind: 'idle' }
  /** Something has changed and is on its way, or will be within seconds. */
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly atMs: number }
  | { readonly kind: 'merged'; readonly atMs: number }
  /** It is kept in this browser, and sent when the server can be reached. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'newer' }

export interface KeeperParts {
  /** Returns the current workspace. */
  readonly read: () => string
  /** Shows a workspace that was merged. */
  readonly apply: (config: string) => void
  /** `isLeaving`: the page may end before the answer. */
  readonly calls: (isLeaving: boolean) => WorkspaceCalls
  readonly drafts: {
    /** False when the browser cannot store it. */
    readonly keep: (config: string, base: SavedChart) => boolean
    readonly drop: () => void
  }
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  readonly onState: (state: SaveState) => void
}

export interface WorkspaceKeeper {
  /** Keeps what has changed in this browser; called every second. */
  readonly look: () => void
  /** Saves when something changed since the last save; called every 10 s and on the reader's request. */
  readonly save: () => Promise<void>
  /** Saves everything, also what changed during a save under way; resolves when that was tried. */
  readonly flush: () => Promise<void>
  /** Takes over what another tab or device saved; called when the reader returns to the page. */
  readonly refresh: () => Promise<void>
  /**
   * The final save. It runs even while another save is under way, because the page may not live to see that one finish.
   */
  readonly leave: () => Promise<void>
}

/** The draft is too large for the storage of this browser, or that is full or switched off. */
export const notKept = 'This browser cannot store it. Keep the page open until the connection returns.'

/** `known` is the server's version, its text as the chart would save it. */
export function createWorkspaceKeeper(parts: KeeperParts, known: SavedChart): WorkspaceKeeper {
  const { read, apply, calls, drafts, isOnline, nowMs, onState } = parts
  let saved = known
  let underWay: string | undefined
  let running: Promise<void> = Promise.resolve()
  let kept: { readonly config: string; readonly isStored: boolean } | undefined
  let shown: SaveState = { kind: 'idle' }
  /** What is shown again when a change is taken back. */
  let settled: SaveState = shown

  function tell(state: SaveState): void {
    shown = state
    if (state.kind === 'saved' || state.kind === 'merged') settled = state
    onState(state)
  }

  function keep(config: string): boolean {
    if (kept?.config !== config) kept = { config, isStored: drafts.keep(config, saved) }
    return kept.isStored
  }

  function drop(): void {
    if (kept === undefined) return
    kept = undefined
    drafts.drop()
  }

  const waiting = (isStored: boolean): SaveState => (isStored ? { kind: 'kept' } : { kind: 'failed', why: notKept })

  /** Records what the server has now, and shows it together with what has changed here since `sent`. */
  function accept(sent: string, result: SavedChart): boolean {
    const now = read()
    const merged = result.config === sent ? now : mergeConfigs(sent, now, result.config)
    saved = result
    if (merged !== now) apply(merged)
    // What is left to send began with what is saved now. The chart may be closed already, so it is not read again.
    if (merged === saved.config) drop()
    else {
      kept = undefined
      keep(merged)
    }
    return merged !== now
  }

  function fail(error: unknown, config: string): void {
    if (error instanceof NewerWorkspaceError) tell({ kind: 'newer' })
    else if (error instanceof ApiError && error.status === 0) tell(waiting(keep(config)))
    else tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
  }

  function send(config: string, isLeaving: boolean): Promise<void> {
    running = attempt(config, isLeaving)
    return running
  }

  async function attempt(config: string, isLeaving: boolean): Promise<void> {
    underWay = config
    keep(config)
    // A repeated attempt is announced by its outcome alone.
    if (shown.kind !== 'kept' && shown.kind !== 'failed') tell({ kind: 'saving' })
    try {
      const result = await saveMerged(saved, config, calls(isLeaving))
      const isMerged = accept(config, result)
      tell({ kind: isMerged ? 'merged' : 'saved', atMs: nowMs() })
    } catch (error) {
      fail(error, config)
    } finally {
      underWay = undefined
    }
  }

  return {
    look: () => {
      if (underWay !== undefined) return
      const config = read()
      if (config === saved.config) {
        drop()
        if (shown.kind === 'saving' || shown.kind === 'kept') tell(settled)
        return
      }
      if (kept?.config === config && (isOnline() || shown.kind !== 'saving')) return
      const isStored = keep(config)
      tell(isOnline() ? { kind: 'saving' } : waiting(isStored))
    },
    save: async () => {
      const config = read()
      if (underWay === undefined && config !== saved.config) await send(config, false)
    },
    flush: async () => {
      await running
      const config = read()
      if (config !== saved.config) await send(config, false)
    },
    refresh: async () => {
      if (underWay !== undefined || !isOnline()) return
      const before = saved
      let theirs: SavedChart
      try {
        theirs = await calls(false).find()
      } catch {
        // Nothing is lost: the next save meets the same change.
        return
      }
      if (underWay !== undefined || saved !== before || theirs.revision === saved.revision) return
      try {
        const now = read()
        const merged = mergeConfigs(saved.config, now, theirs.config)
        saved = theirs
        kept = undefined
        if (merged === now) return
        apply(merged)
        tell({ kind: 'merged', atMs: nowMs() })
      } catch (error) {
        fail(error, read())
      }
    },
    leave: async () => {
      const config = read()
      if (config !== (underWay ?? saved.config)) await send(config, true)
    },
  }
}
