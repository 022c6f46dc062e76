// The order of the test files: shuffled, one project after the other. Files of one project share a worker's modules
// only while they run consecutively; a file of another project in between makes the next one import the server again.
// The slow files of `process` come first, and the quick ones of `pure` keep all workers busy until the end.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** @typedef {import('vitest/node').TestSpecification} TestSpecification */

const projects = ['long', 'process', 'component-alone', 'component', 'api', 'pure']

/** The same seed gives the same order. */
export class ProjectSequencer extends BaseSequencer {
  /** @override */
  async sort(/** @type {TestSpecification[]} */ files) {
    const { root, sequence } = this.ctx.config
    this.ctx.logger.log(`Order of the files: seed ${sequence.seed} (TEST_SEED=${sequence.seed} repeats it)`)
    const place = (/** @type {TestSpecification} */ file) =>
      createHash('sha1')
        .update(`${sequence.seed} ${relative(root, file.moduleId)}`)
        .digest('hex')
    const shuffled = files
      .map((file) => ({ file, place: place(file) }))
      .sort((left, right) => (left.place < right.place ? -1 : 1))
    return projects.flatMap((name) => shuffled.filter(({ file }) => file.project.name === name)).map(({ file }) => file)
  }
}
