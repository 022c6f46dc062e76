// The gallery of shared widgets, built into its own folder and served under the product's content security policy.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'

const root = fileURLToPath(new URL('../../packages/web', import.meta.url))

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Gallery {
  readonly address: string
  readonly stop: () => Promise<void>
}

/** Only the mode `gallery` contains the page; the product's own build has no such address. */
export async function startGallery(): Promise<Gallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'clubfolio-gallery-'))
  const shared = { root, mode: 'gallery', logLevel: 'error', build: { outDir, emptyOutDir: true } } as const
  await build(shared)
  const server = await preview({
    ...shared,
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy } },
  })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The preview server has no address.')
  return {
    address: `${address}gallery`,
    stop: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
