// The files that this page sent, by the statement each became. A statement whose dates or columns have to be explained
// is sent again without asking the user for the file a second time.
import { createUserStore } from '../../kernel/store.ts'

const kept = createUserStore<ReadonlyMap<string, File>>(new Map())
/** Files are handles; the bound is for a page that stays open for weeks. */
const mostKept = 50

export function keepFile(statementId: string, file: File): void {
  kept.set(new Map([...[...kept.get()].slice(1 - mostKept), [statementId, file]]))
}

export const keptFile = (statementId: string): File | undefined => kept.get().get(statementId)
