// How much of the machine's memory the embedded PostgreSQL keeps pages in.
const megabyte = 2 ** 20
/** What PostgreSQL takes by itself. */
const leastMb = 128
const mostMb = 1_024
/** The processes of the product and the system's own cache of files need the rest. */
const share = 16

/**
 * Returns PostgreSQL's `shared_buffers`: a sixteenth of the memory in whole megabytes, from 128 MB to 1 GB. With 128 MB
 * the rows of one account, which lie scattered over a table of millions, are read from the system again and again.
 * Example: 4 GB of memory give `{ shared_buffers: '256MB' }`.
 */
export function memorySettings(memoryBytes: number): { readonly shared_buffers: string } {
  const part = Math.floor(memoryBytes / share / megabyte)
  return { shared_buffers: `${Math.min(mostMb, Math.max(leastMb, part))}MB` }
}
