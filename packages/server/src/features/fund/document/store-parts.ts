// Stores the content of a document in parts, so that neither storing nor reading one holds a long row.
import type { Trx } from '../../../kernel/transaction.ts'

const partBytes = 256 * 1024

export async function storeParts(trx: Trx, documentId: string, content: Buffer): Promise<void> {
  for (let part = 0; part * partBytes < content.length; part++)
    await trx
      .insertInto('fund_document_part')
      .values({ document_id: documentId, part, content: content.subarray(part * partBytes, (part + 1) * partBytes) })
      .execute()
}
