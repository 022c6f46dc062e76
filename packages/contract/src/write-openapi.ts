// Writes openapi.json at the root of the repository and docs/api.md: `npm run openapi`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiPage } from './api-page.ts'
import { openApiDocument } from './openapi.ts'

write('openapi.json', `${JSON.stringify(openApiDocument('1'), undefined, 2)}\n`)
write('docs/api.md', apiPage())

function write(path: string, content: string): void {
  const target = fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  writeFileSync(target, content)
  console.log(`Wrote ${target}`)
}
