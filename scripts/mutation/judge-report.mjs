// Judges Stryker's report: how many changes of each file a test noticed, and which of the others nobody has given a
// reason for.

/**
 * A change that no test can notice.
 * @typedef {object} NamedSurvivor
 * @property {string} file
 * @property {string} code the first line that is changed, without indentation
 * @property {string} original what is changed; its first line if it has several
 * @property {string} replacement what replaces it, on one line
 * @property {string} reason why the change makes no difference
 */

/**
 * @typedef {object} Mutant
 * @property {string} status
 * @property {string} [replacement]
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 */

/** @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report */

/** The least part of a file's changes that a test has to notice. */
export const leastPercent = 95

/**
 * Returns a row for each file, and everything that fails the run. A change counts as noticed if a test fails or does not
 * end; one that Stryker cannot run, or that is only text for people, does not count at all.
 * @param {Report} report
 * @param {readonly string[]} files
 * @param {readonly NamedSurvivor[]} named
 */
export function judgeReport(report, files, named) {
  const judged = files.flatMap((file) => {
    const result = report.files[file]
    return result ? [judgeFile(file, result, named)] : []
  })
  return { rows: judged.map(({ row }) => row), faults: judged.flatMap(({ faults }) => faults) }
}

/**
 * @param {string} file
 * @param {{ source: string, mutants: Mutant[] }} result
 * @param {readonly NamedSurvivor[]} named
 */
function judgeFile(file, result, named) {
  const count = (/** @type {string[]} */ ...statuses) =>
    result.mutants.filter(({ status }) => statuses.includes(status)).length
  const row = {
    file,
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  }
  const mutants = row.killed + row.survived + row.uncovered
  const percent = mutants === 0 ? 100 : (100 * row.killed) / mutants
  const lines = result.source.split('\n')
  const alive = result.mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((mutant) => survivorOf(file, lines, mutant))
  const unused = named.filter((one) => one.file === file)
  /** @type {string[]} */
  const faults = []
  for (const { line, ...survivor } of alive) {
    const index = unused.findIndex((one) => keyOf(one) === keyOf(survivor))
    if (index === -1) faults.push(`${file}:${line} survives without a reason: ${JSON.stringify(survivor)}`)
    else unused.splice(index, 1)
  }
  for (const { code, original, replacement } of unused)
    faults.push(`${file} is named as a survivor and is none: ${JSON.stringify({ code, original, replacement })}`)
  // One survivor that changes nothing must not fail a file of a few lines.
  if (percent < leastPercent && alive.length > 1)
    faults.push(`${file}: ${percent.toFixed(1)} % of the changes were noticed, at least ${leastPercent} % have to be.`)
  return { row: { ...row, mutants, percent }, faults }
}

/** Names a mutant by the code instead of by its place, so that lines may be added above it. */
function survivorOf(
  /** @type {string} */ file,
  /** @type {readonly string[]} */ lines,
  /** @type {Mutant} */ { location: { start, end }, replacement = '' },
) {
  const line = lines[start.line - 1] ?? ''
  return {
    line: start.line,
    file,
    code: line.trim(),
    original: line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined),
    replacement: onOneLine(replacement),
  }
}

function onOneLine(/** @type {string} */ text) {
  return text.replaceAll(/\s+/g, ' ')
}

/** Several mutants may have the same key; each needs an entry of its own. */
function keyOf(/** @type {{ code: string, original: string, replacement: string }} */ survivor) {
  return JSON.stringify([survivor.code, survivor.original, survivor.replacement])
}

/** @param {ReturnType<typeof judgeReport>['rows']} rows */
export function tableOf(rows) {
  const sum = (/** @type {'mutants' | 'killed' | 'survived' | 'uncovered'} */ column) =>
    rows.reduce((total, row) => total + row[column], 0)
  const mutants = sum('mutants')
  const total = {
    file: `${rows.length} files`,
    mutants,
    killed: sum('killed'),
    survived: sum('survived'),
    uncovered: sum('uncovered'),
    percent: mutants === 0 ? 100 : (100 * sum('killed')) / mutants,
  }
  const cells = [...rows.toSorted((a, b) => a.percent - b.percent || a.file.localeCompare(b.file)), total].map(
    (row) => [
      row.file.replace('packages/', '').replace('/src/', '/'),
      ...[row.mutants, row.killed, row.survived, row.uncovered].map(String),
      row.percent.toFixed(1),
    ],
  )
  const all = [['file', 'mutants', 'killed', 'survived', 'uncovered', '%'], ...cells]
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((line) => (line[column] ?? '').length)))
  return all
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
