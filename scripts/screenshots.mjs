// `npm run screenshots`: brings everything up to date, then writes a picture of every screen to docs/screenshots.
import { runTypeScript } from './set-up/run-typescript.mjs'

process.exitCode = await runTypeScript('e2e/screenshots.ts', process.argv.slice(2))
