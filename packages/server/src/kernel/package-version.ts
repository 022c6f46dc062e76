// Reads the version of a package from its package.json.
import { z } from 'zod'

const PackageFile = z.object({ version: z.string() })

/** Returns the version that the text of a package.json names; throws when it names none. */
export const packageVersion = (text: string): string => PackageFile.parse(JSON.parse(text)).version
