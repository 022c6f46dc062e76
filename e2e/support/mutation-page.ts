// Builds packages/web/src/testing/mutation-page.ts and serves it under the product's origin, where the application's
// storage and calls are. The product itself does not contain the page.
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, defaultClientConditions } from 'vite'
import type { Product } from './product.ts'

const root = fileURLToPath(new URL('../../packages/web', import.meta.url))
const folder = '/mutation-page/'
const html = `<!doctype html><title>Mutations</title><script type="module" src="${folder}page.js"></script>`

export interface BuiltMutationPage {
  readonly serve: (page: Page, product: Product) => Promise<void>
  /** The address to open. */
  readonly addressAt: (product: Product) => string
  readonly remove: () => Promise<void>
}

export async function buildMutationPage(): Promise<BuiltMutationPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'clubfolio-mutations-'))
  await build({
    configFile: false,
    root,
    base: folder,
    logLevel: 'error',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      outDir,
      target: 'es2023',
      minify: false,
      rolldownOptions: { input: join(root, 'src/testing/mutation-page.ts'), output: { entryFileNames: 'page.js' } },
    },
  })
  return {
    serve: async (page, product) => {
      await page.route(`${product.origin}${folder}**`, async (route) => {
        const name = normalize(new URL(route.request().url()).pathname.slice(folder.length))
        if (name === '.' || name === '') return route.fulfill({ contentType: 'text/html', body: html })
        const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript'
        return route.fulfill({ contentType, body: await readFile(join(outDir, name)) })
      })
    },
    addressAt: (product) => `${product.origin}${folder}`,
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
