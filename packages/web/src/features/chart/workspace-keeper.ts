// Autosaves a chart's workspace: writes when its text differs from the server's, one write at a time. Independent of
// the chart and the server. The whole text is compared, so that a moved line counts as a change although the number of
// annotations stays the same.
// Source: docs/rules/trading.md, "Chart workspace".

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saved'; readonly atMs: number }
  | { readonly kind: 'failed'; readonly why: string }

export interface KeeperParts {
  /** Returns the current workspace. */
  readonly read: () => string
  readonly write: (config: string, isLeaving: boolean) => Promise<void>
  readonly nowMs: () => number
  readonly onState: (state: SaveState) => void
}

export interface WorkspaceKeeper {
  /** Saves when something changed since the last save; called every 10 s and on the reader's request. */
  readonly save: () => Promise<void>
  /**
   * The final save. It runs even while another save is under way, because the page may not live to see that one finish.
   */
  readonly leave: () => Promise<void>
}

/** `known` is the text that represents the server's version, read right after loading. */
export function createWorkspaceKeeper({ read, write, nowMs, onState }: KeeperParts, known: string): WorkspaceKeeper {
  let saved = known
  let underWay: string | undefined

  async function send(config: string, isLeaving: boolean): Promise<void> {
    underWay = config
    try {
      await write(config, isLeaving)
      saved = config
      onState({ kind: 'saved', atMs: nowMs() })
    } catch (error) {
      onState({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
    } finally {
      underWay = undefined
    }
  }

  return {
    save: async () => {
      const config = read()
      if (underWay === undefined && config !== saved) await send(config, false)
    },
    leave: async () => {
      const config = read()
      if (config !== (underWay ?? saved)) await send(config, true)
    },
  }
}
