// Locates the programs that tests start as separate processes.

import { join } from 'node:path'

/**
 * Returns the path of the compiled JavaScript of a source file, by its package and its path below `src`. The file is
 * written at the start of the test run from the current sources (packages/server/src/testing/vitest-programs.ts). A
 * process starts from it in a third of the time that a TypeScript loader needs.
 *
 * Example: `spawn(process.execPath, [programFile('server', 'admin.ts'), 'invite'])`.
 */
export function programFile(name: string, source: string): string {
  const folder = process.env['CLUBFOLIO_TEST_PROGRAMS']
  if (folder === undefined)
    throw new Error('CLUBFOLIO_TEST_PROGRAMS is not set: run the tests with vitest from the root of the repository.')
  return join(folder, 'packages', name, 'dist', source.replace(/\.ts$/, '.js'))
}
