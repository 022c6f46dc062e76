// The world of a campaign with several machines: its own network, processes and mounts, which all end with it. Needs
// root, as everything does that plays several machines on one.
import { spawnSync } from 'node:child_process'

const mark = 'CLUBFOLIO_OWN_WORLD'
const world = ['--net', '--pid', '--mount-proc', '--fork', '--kill-child'] as const

/**
 * Runs the program that calls it again in a world of its own, and ends with its exit code; returns inside that world.
 * The shell in between waits for processes whose parent was killed.
 */
export function enterOwnWorld(): void {
  if (process.env[mark] === 'yes') return
  if (process.getuid?.() !== 0) throw new Error('Only root can play several machines on one.')
  const { status } = spawnSync(
    'unshare',
    [...world, 'bash', '-c', '"$@"; exit $?', 'bash', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [mark]: 'yes' } },
  )
  process.exit(status ?? 1)
}
