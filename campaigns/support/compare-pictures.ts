// Compares two pictures of a screen: how much of it differs visibly.
import { readFile } from 'node:fs/promises'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/**
 * Returns the part of the pixels that differ, 0 to 1, and 1 for pictures of different sizes. A committed picture has
 * 120 colors, which is no difference.
 */
export async function differenceOf(path: string, otherPath: string): Promise<number> {
  const [one, other] = await Promise.all([path, otherPath].map(async (each) => PNG.sync.read(await readFile(each))))
  const { width, height } = one!
  if (width !== other!.width || height !== other!.height) return 1
  return pixelmatch(one!.data, other!.data, undefined, width, height, { threshold: 0.15 }) / (width * height)
}
