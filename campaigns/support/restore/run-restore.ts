// `npm run restore` as its user runs it: the built program as a separate process that can be killed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { familyOf, killAll } from '../processes.ts'

const program = fileURLToPath(new URL('../../../packages/server/dist/restore.js', import.meta.url))

export interface RestoreEnd {
  readonly code: number | null
  readonly words: string
  readonly tookMs: number
}

export interface RunningRestore {
  readonly ended: Promise<RestoreEnd>
  /** kill -9 of the program alone, or of its children as well. Returns false if it had already ended. */
  kill(isAll: boolean): Promise<boolean>
}

export function startRestore(backup: string, environment: Readonly<Record<string, string>>): RunningRestore {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [program, backup, '--without-key'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (words += text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).then(async (code) => {
    const tookMs = performance.now() - startedMs
    // Children of a killed program may hold its output open for longer than it lives.
    if (code !== null) await closed
    return { code, words, tookMs }
  })
  return {
    ended,
    async kill(isAll) {
      const family = isAll ? await familyOf(child.pid!) : [child.pid]
      if (child.exitCode === null) killAll(family)
      return (await ended).code === null
    },
  }
}

/**
 * Runs one restore to its end; while the database still finishes the work of a killed one, the restore reports that and
 * is tried again.
 */
export async function restoreAgain(
  backup: string,
  environment: Readonly<Record<string, string>>,
): Promise<RestoreEnd & { readonly wasTold: number }> {
  for (let wasTold = 0; ; wasTold++) {
    const end = await startRestore(backup, environment).ended
    if (wasTold >= 60 || !end.words.includes('Another restore into')) return { ...end, wasTold }
  }
}
