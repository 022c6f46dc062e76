// `npm run licences`: writes docs/licences.md.
import { writeFileSync } from 'node:fs'
import { licencePage, listLicences } from './list-licences.mjs'

const root = new URL('../..', import.meta.url)
writeFileSync(new URL('docs/licences.md', root), licencePage(listLicences(new URL('package-lock.json', root))))
console.log('Wrote docs/licences.md')
