/** As many characters of a word as a mapping stores. */
const longestWord = 200

/**
 * Returns the word of an action as a mapping has it: in small letters, without surrounding blanks, with one blank for
 * white space and control characters, at most 200 characters long.
 * @example actionWord(' Buy\u0003to  open ') // 'buy to open'
 */
export function actionWord(text: string): string {
  const word = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
  // The cut may have left half of a surrogate pair.
  return word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '')
}
