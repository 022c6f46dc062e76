// Where tests find the programs that they start as processes of their own.

import { join } from 'node:path'

/**
 * The JavaScript of a source file, by its package and its path below `src`, written at the start of the run from the sources as they are
 * (packages/server/src/testing/vitest-programs.ts). A process that starts from it needs a third of the time that a loader takes to
 * read TypeScript.
 *
 * Example: `spawn(process.execPath, [programFile('server', 'admin.ts'), 'invite'])`.
 */
export function programFile(name: string, source: string): string {
  const folder = process.env['CLUBFOLIO_TEST_PROGRAMS']
  if (folder === undefined) throw new Error('CLUBFOLIO_TEST_PROGRAMS is not set: run the tests with vitest from the root of the repository.')
  return join(folder, 'packages', name, 'dist', source.replace(/\.ts$/, '.js'))
}
