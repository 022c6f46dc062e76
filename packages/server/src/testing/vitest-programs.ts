// Vitest's global setup: the packages as JavaScript in a separate folder, laid out like a build, for tests that start
// programs and threads (`programFile`). Types are stripped and nothing is checked: 1,000 files take a quarter of a
// second.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformWithOxc } from 'vite'
import type { TestProject } from 'vitest/node'
import { removeLeftovers } from './quick-folder.ts'

const packages = ['domain', 'contract', 'simulated-market', 'paper-broker', 'server']
const folderPrefix = 'test-programs-'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { root } = project.config
  // Below node_modules, so that third-party packages are resolved from there.
  const parent = join(root, 'node_modules', '.clubfolio')
  await mkdir(parent, { recursive: true })
  await removeLeftovers(parent, folderPrefix)
  const folder = await mkdtemp(join(parent, `${folderPrefix}${process.pid}-`))
  await writePackages(root, folder)
  project.onTestsRerun(() => writePackages(root, folder))
  process.env['CLUBFOLIO_TEST_PROGRAMS'] = folder
  return async () => {
    delete process.env['CLUBFOLIO_TEST_PROGRAMS']
    await rm(folder, { recursive: true, force: true })
  }
}

async function writePackages(root: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', '@clubfolio'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await Promise.all(packages.map((name) => writePackage(join(root, 'packages', name), join(folder, 'packages', name))))
  await Promise.all(
    packages.map((name) => link(join(folder, 'packages', name), join(folder, 'node_modules', '@clubfolio', name))),
  )
}

async function writePackage(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  // A thread inherits the condition "source" of the tests; there are no sources here.
  const manifest = await readFile(join(from, 'package.json'), 'utf8')
  await writeFile(
    join(to, 'package.json'),
    JSON.stringify(JSON.parse(manifest, (key, value: unknown) => (key === 'source' ? undefined : value))),
  )
  const own = join(from, 'node_modules')
  if (existsSync(own)) await link(own, join(to, 'node_modules'))
  const files = (await readdir(join(from, 'src'), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  for (const file of files) {
    const source = join(from, 'src', file)
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, {
      target: 'es2023',
      sourcemap: false,
      tsconfig: false,
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: true },
    })
    const target = join(to, 'dist', file.replace(/\.ts$/, '.js'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, code)
  }
}

/** A link that another package of the same run already created is left unchanged. */
async function link(target: string, path: string): Promise<void> {
  if (!existsSync(path)) await symlink(target, path, 'junction')
}
