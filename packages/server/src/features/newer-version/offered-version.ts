// What an address says about the newest version: a file of our own form, or a list of releases as code hosts give it.
import { z } from 'zod'

const version = z.string().regex(/^v?\d+\.\d+\.\d+$/)
const page = z.url({ protocol: /^https$/ }).optional()
const Own = z.object({ version, page }).transform((own) => ({ version: own.version, page: own.page }))
const Release = z
  .object({
    tag_name: version,
    html_url: page,
    draft: z.literal(false).optional(),
    prerelease: z.literal(false).optional(),
  })
  .transform(({ tag_name, html_url }) => ({ version: tag_name, page: html_url }))
const Answer = z.union([Own, Release])

export interface OfferedVersion {
  readonly version: string
  /** Where it is described, if the answer says so. */
  readonly page: string | undefined
}

/**
 * Returns the newest version that an answer names; undefined when it names none. `readOffer('{"version":"1.1.0"}')` is
 * version 1.1.0 without a page. Drafts, previews and entries of another form are left out.
 */
export function readOffer(text: string): OfferedVersion | undefined {
  const entries = [parse(text)].flat()
  const [newest] = entries
    .flatMap((entry) => Answer.safeParse(entry).data ?? [])
    .map((offer) => ({ page: offer.page, version: offer.version.replace(/^v/, '') }))
    .toSorted((a, b) => compareVersions(b.version, a.version))
  return newest
}

/** Above 0 when `a` is newer: `compareVersions('1.10.0', '1.9.9')` is 1. What follows a hyphen does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('-')[0]!.split('.').map(Number))
  for (const place of [0, 1, 2]) {
    const difference = Math.sign((left?.[place] ?? 0) - (right?.[place] ?? 0))
    if (difference !== 0) return difference
  }
  return 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
