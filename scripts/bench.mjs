// `npm run bench`: runs the benchmarks of bench/ one after the other, all of them or those whose name is given. They print ratios
// of one run; bench/README.md keeps the last table with its date and machine.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTypeScript } from './set-up/run-typescript.mjs'

const wanted = process.argv.slice(2)
const names = readdirSync(fileURLToPath(new URL('../bench', import.meta.url)))
  .filter((name) => name.endsWith('.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort()
for (const name of names) {
  console.log(`\n${name}`)
  await runTypeScript(`bench/${name}`, [])
}
