// Errors of Node, of its command line and of PostgreSQL's driver name their cause in `code`.

/** Returns the code of an error, such as ENOENT; undefined when it has none. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
