// Writes openapi.json at the root of the repository: `npm run openapi`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from './openapi.ts'

const target = fileURLToPath(new URL('../../../openapi.json', import.meta.url))
writeFileSync(target, `${JSON.stringify(openApiDocument('1'), undefined, 2)}\n`)
console.log(`Wrote ${target}`)
