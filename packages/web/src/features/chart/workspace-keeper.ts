// Keeps a chart's workspace saved: writes when its text differs from the one the server has, one write at a time.
// Knows neither the chart nor the server. Source: specification 2, sections 4 and 7; the whole text is compared, so that a moved
// line counts as a change although the number of annotations stays.

export type SaveState = { readonly kind: 'idle' } | { readonly kind: 'saved'; readonly atMs: number } | { readonly kind: 'failed'; readonly why: string }

export interface KeeperParts {
  /** The workspace as it stands. */
  readonly read: () => string
  readonly write: (config: string, isLeaving: boolean) => Promise<void>
  readonly nowMs: () => number
  readonly onState: (state: SaveState) => void
}

export interface WorkspaceKeeper {
  /** Saves when something changed since the last save; every 10 s and whenever the reader asks. */
  readonly save: () => Promise<void>
  /** The last save: also while another one is under way, because the page may not live to see its end. */
  readonly leave: () => Promise<void>
}

/** `known` is the text that stands for what the server has, read right after loading. */
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
