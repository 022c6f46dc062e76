// `npm run texts [word ...]`: prints every text for people, below the file that holds it, so that one person can read all
// of them; with words, only the files whose path contains one.
import { readAllTexts } from './read-texts.mjs'

const words = process.argv.slice(2)
for (const { file, texts: read } of readAllTexts()) {
  const texts = read.filter((text) => text !== '')
  if (texts.length === 0 || (words.length > 0 && !words.some((word) => file.includes(word)))) continue
  console.log(`\n${file}\n${texts.map((text) => `  ${text}`).join('\n')}`)
}
