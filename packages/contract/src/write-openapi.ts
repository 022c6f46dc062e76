// Writes openapi.json at the root of the repository and docs/api.md: `npm run openapi`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiPage } from './api-page.ts'
import { formatDocument, openApiDocument } from './openapi.ts'

write('openapi.json', formatDocument(openApiDocument('1')))
write('docs/api.md', apiPage())

function write(path: string, content: string): void {
  const target = fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  writeFileSync(target, content)
  console.log(`Wrote ${target}`)
}
