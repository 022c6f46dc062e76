// Sends changes of charts that this browser has kept and that no open chart sends itself: of a chart that was left
// without a connection, or of a tab that was closed.
import type { ChartDrafts, KeptDraft } from '../../kernel/chart-draft-store.ts'
import { queryClient } from '../../kernel/query-client.ts'
import { workspaceCalls, workspaceKey } from './api.ts'
import { saveMerged } from './save-merged.ts'

/** Resolves when each was tried; what could not be sent stays kept. */
export async function sendDrafts(kept: readonly KeptDraft[], drafts: Pick<ChartDrafts, 'settle'>): Promise<void> {
  // One after the other: two drafts of one chart would refuse each other.
  for (const draft of kept) {
    const { symbol, timing, base, config } = draft
    try {
      const saved = await saveMerged(base, config, workspaceCalls(symbol, timing))
      queryClient.setQueryData(workspaceKey(symbol, timing), saved)
      drafts.settle(draft)
    } catch {
      // The chart itself says why when it is opened.
    }
  }
}
