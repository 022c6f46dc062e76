// The keyword search that the specification requires everywhere: from 3 characters; shorter or empty text clears the
// results. A failed search silently keeps the previous results. Source: docs/rules/interface.md, "Company search".
import { minKeywordLength } from '@clubfolio/contract'
import { useEffect, useState } from 'react'

const waitMs = 200

export interface KeywordSearch<Result> {
  readonly results: readonly Result[]
  readonly isSearching: boolean
  /** The search for the current text has completed: an empty list means that nothing was found. */
  readonly isAnswered: boolean
}

interface Answer<Result> {
  readonly keyword: string
  readonly results: readonly Result[]
}

/** Returns the results for `text`. `search` must be stable between renders (module scope or useCallback). */
export function useKeywordSearch<Result>(
  text: string,
  search: (keyword: string, signal: AbortSignal) => Promise<readonly Result[]>,
): KeywordSearch<Result> {
  const keyword = text.trim()
  const isLongEnough = keyword.length >= minKeywordLength
  const [answer, setAnswer] = useState<Answer<Result>>({ keyword: '', results: [] })
  const [failedKeyword, setFailedKeyword] = useState<string>()
  useEffect(() => {
    if (!isLongEnough) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(keyword, abort.signal).then(
        (results) => !abort.signal.aborted && setAnswer({ keyword, results }),
        () => !abort.signal.aborted && setFailedKeyword(keyword),
      )
    }, waitMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [keyword, isLongEnough, search])
  if (!isLongEnough) return { results: [], isSearching: false, isAnswered: false }
  const isAnswered = answer.keyword === keyword
  return { results: answer.results, isSearching: !isAnswered && failedKeyword !== keyword, isAnswered }
}
