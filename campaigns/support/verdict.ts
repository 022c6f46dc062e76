// Collects the findings of a campaign: prints figures and broken promises; with a broken promise the process exits with
// 1.

export interface Verdict {
  /** Records a broken promise and continues, so that one run shows all of them. */
  broken(words: string): void
  /** Records a broken promise unless it holds. */
  expect(holds: boolean, words: string): void
  /** Prints `name: value` and repeats it in the last lines. */
  figure(name: string, value: string | number): void
  /** Prints everything and exits. */
  end(): never
}

export function openVerdict(): Verdict {
  const found: string[] = []
  const figures: string[] = []
  const broken = (words: string): void => {
    found.push(words)
    console.error(`BROKEN: ${words}`)
  }
  return {
    broken,
    expect: (holds, words) => void (holds || broken(words)),
    figure: (name, value) => void figures.push(`${name}: ${value}`),
    end() {
      for (const line of figures) console.log(line)
      console.log(
        found.length === 0 ? 'Every promise was kept.' : `${found.length} broken:\n${found.slice(0, 40).join('\n')}`,
      )
      process.exit(found.length === 0 ? 0 : 1)
    },
  }
}

/** Formats milliseconds as `median 2.1 s, p95 4.0 s, worst 5.2 s`. */
export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): string =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) / 1000).toFixed(2)
  return `median ${at(0.5)} s, p95 ${at(0.95)} s, worst ${at(1)} s`
}
