// Answers that come in pages: each names what the next one is asked for with.
import { BrokerFailure } from '../port.ts'

/** More pages than any account or chain has: an answer that never ends must not hang us. */
const mostPages = 1_000

/** Reads every page. `next` returns what the following one is asked for with, null after the last. */
export async function allPages<Page>(
  read: (token: string | null) => Promise<Page>,
  next: (page: Page) => string | null,
): Promise<Page[]> {
  const pages: Page[] = []
  let token: string | null = null
  for (let turn = 0; turn < mostPages; turn++) {
    const page = await read(token)
    pages.push(page)
    const following = next(page)
    if (following === null) return pages
    if (following === token) break
    token = following
  }
  throw new BrokerFailure('NONSENSE', 'The pages of the answer never end.')
}

export const queryOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

/** Returns the query of a page. */
export const pageQuery = (fields: Readonly<Record<string, string>>, token: string | null): string =>
  queryOf(token === null ? fields : { ...fields, page_token: token })
