// Whatever was thrown, as an Error: code may throw anything, and callers need its message and stack.

export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
