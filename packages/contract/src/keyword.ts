// The text that members and users are searched by.
import { z } from 'zod'

/** A search starts with this many characters. */
export const minKeywordLength = 3

export const keyword = z.string().trim().min(minKeywordLength, `Type at least ${minKeywordLength} characters.`).max(80)
