// Names of files that leave the house.

/** Keeps each part of a name legible when all of them are long. */
const mostCharactersOfPart = 60

const safePart = (part: string): string =>
  part
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]+/gu, ' ')
    .replaceAll(/\s*[/\\:*?"<>|]+\s*/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostCharactersOfPart)
    .trim()

/**
 * `fileName(['Fees / year', 'Riverside Club', '2026-01-01 to 2026-03-04'], 'pdf')` is
 * "Fees - year - Riverside Club - 2026-01-01 to 2026-03-04.pdf": nothing that a file system or a mail header would
 * misinterpret.
 */
export function fileName(parts: readonly string[], extension: string): string {
  const safe = parts
    .map(safePart)
    .filter((part) => part !== '')
    .join(' - ')
  return `${safe === '' ? 'Report' : safe}.${extension}`
}
