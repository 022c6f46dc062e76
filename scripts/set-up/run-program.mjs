// Runs another program to its end and forwards signals to it. Its output goes to our standard output or, for steps that
// prepare another command, to standard error, so that the command's own output stays clean.
import { spawn } from 'node:child_process'

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr' }} options
 * @returns {Promise<number>} the exit code; a program ended by a signal counts as 1
 */
export function runProgram(command, args, { cwd, env = process.env, output = 'stderr' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', output === 'stderr' ? 2 : 'inherit', 'inherit'] })
    const settle = passSignals(child)
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code) => {
      settle()
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs a program in parallel with others and resolves with its whole output, so that it can be printed in one piece.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runBeside(command, args, { cwd }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const settle = passSignals(child)
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code) => {
      settle()
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Forwards termination signals to the child until the returned function is called. */
function passSignals(/** @type {import('node:child_process').ChildProcess} */ child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal)
    process.exitCode = 1
  }
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}

/** Returns npm as it started us, for the same version and settings; otherwise the one on the path. */
export function npmCommand() {
  const script = process.env['npm_execpath']
  return script?.endsWith('.js') || script?.endsWith('.cjs')
    ? { command: process.execPath, args: [script] }
    : { command: 'npm', args: [] }
}
