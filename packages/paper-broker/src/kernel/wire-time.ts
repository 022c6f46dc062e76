// The brokerage's instant format: `2024-06-06T13:46:03+0000`, without milliseconds and without a colon in the offset.

/** Formats an instant as the trader calls do. */
export function wireTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}+0000`
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Parses an instant as clients send it: `yyyy-MM-ddTHH:mm:ss.SSSZ`, with an offset with or without colon, or a plain
 * date (midnight UTC). Returns null for anything else.
 */
export function parseInstant(text: string): number | null {
  const clean = text.trim().replace(/ (\d{2}:?\d{2})$/, '+$1')
  if (!ISO_INSTANT.test(clean)) return null
  const withZone = /T/.test(clean) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(clean) ? `${clean}Z` : clean
  const at = Date.parse(withZone.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) ? null : at
}
