// `npm run campaign [word ...] [-- --rounds N --seed N]`: runs the campaigns of campaigns/ one after the other, all of
// them or those whose name contains a given word. Arguments after `--` go to the campaigns. A failure does not stop the
// others; the exit code is 1 when one failed.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTypeScript } from './set-up/run-typescript.mjs'

const all = process.argv.slice(2)
const firstOption = all.findIndex((argument) => argument.startsWith('--'))
const words = firstOption === -1 ? all : all.slice(0, firstOption)
const options = firstOption === -1 ? [] : all.slice(firstOption)
const names = readdirSync(fileURLToPath(new URL('../campaigns', import.meta.url)), { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isFile() &&
      entry.name.endsWith('.ts') &&
      (words.length === 0 || words.some((word) => entry.name.includes(word))),
  )
  .map((entry) => entry.name)
  .sort()
if (names.length === 0) throw new Error(`No campaign is called ${words.join(' or ')}: see campaigns/README.md.`)
/** @type {string[]} */
const failed = []
for (const name of names) {
  console.log(`\n${name}`)
  if ((await runTypeScript(`campaigns/${name}`, options)) !== 0) failed.push(name)
}
if (names.length > 1)
  console.log(
    failed.length === 0
      ? `\nAll ${names.length} campaigns found every promise kept.`
      : `\n${failed.length} of ${names.length} campaigns broke: ${failed.join(', ')}.`,
  )
process.exitCode = failed.length === 0 ? 0 : 1
