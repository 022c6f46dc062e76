// Starts a server by the given command and prints the seconds until /health answers; then ends it in order and exits
// with 1 when it did not answer in time or did not end. Plain JavaScript, for any Node, inside of a network of its own.
// node first-answer.mjs PORT LIMIT_SECONDS COMMAND …
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const [port = '', limit = '', command = '', ...args] = process.argv.slice(2)
const startedMs = performance.now()
const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
let output = ''
for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
const ended = new Promise((resolve) => child.once('close', resolve))
let seconds
while (seconds === undefined && child.exitCode === null && performance.now() - startedMs < Number(limit) * 1000) {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
  if (answer?.ok) seconds = (performance.now() - startedMs) / 1000
  await answer?.arrayBuffer()
  if (seconds === undefined) await delay(20)
}
if (seconds === undefined) console.error(output)
else console.log(seconds.toFixed(1))
process.kill(child.pid, 'SIGTERM')
await ended
process.exit(seconds === undefined ? 1 : 0)
