// `npm run lint:openapi`: Redocly's and Spectral's recommended rules on openapi.json. Fails on an error of either.
// Both are installed here on demand, so that no user of the product has to download them.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'
import { runProgram } from './set-up/run-program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const rules = join(root, 'quality', 'openapi')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

requireNode(root)
await installWhenStale(rules, (line) => console.error(line))

const linters = {
  Redocly: ['redocly', 'lint', 'openapi.json', '--config', 'quality/openapi/redocly.yaml'],
  Spectral: ['spectral', 'lint', 'openapi.json', '--ruleset', 'quality/openapi/spectral.yaml'],
}
const failed = []
for (const [name, [program = '', ...options]] of Object.entries(linters)) {
  console.log(`${name}:`)
  const command = join(rules, 'node_modules', '.bin', program)
  if ((await runProgram(command, options, { cwd: root, env })) !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'openapi.json passes both.' : `openapi.json fails: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
