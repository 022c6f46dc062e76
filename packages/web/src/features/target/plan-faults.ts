// What is wrong with a plan that is edited, by the class and field that shows it. The contract decides. Pure.
import { describeIssue, TargetPlan } from '@clubfolio/contract'
import { missingPercents, planOf, treeOf, type PlanDraft } from './plan-draft.ts'

export type ClassField = 'name' | 'percent' | 'parent' | 'holdsCash' | 'takes' | 'codes' | 'parts' | 'leaf'

export interface PlanFaults {
  readonly count: number
  readonly band: { readonly points?: string; readonly relative?: string }
  readonly byClass: ReadonlyMap<string, Partial<Record<ClassField, string>>>
  /** Of the whole plan, such as one without a class. */
  readonly whole: string | undefined
}

const leafFields = ['holdsCash', 'takes', 'codes', 'parts'] as const

/** A level whose percents do not sum to 100 says so itself, so its first class does not. */
export function planFaultsOf(draft: PlanDraft): PlanFaults {
  const issues = TargetPlan.safeParse(planOf(draft), { error: describeIssue }).error?.issues ?? []
  const tree = treeOf(draft)
  const band: { points?: string; relative?: string } = {}
  const byClass = new Map<string, Partial<Record<ClassField, string>>>()
  let whole: string | undefined
  for (const { path, message } of issues) {
    const [head, at, field, inner] = path
    if (head === 'band') band[at === 'relative' ? 'relative' : 'points'] ??= message
    const one = head === 'classes' && typeof at === 'number' ? tree[at] : undefined
    if (one === undefined) {
      if (head === 'classes') whole ??= message
      continue
    }
    if (field === 'percent' && message.startsWith('The percentages sum')) continue
    const name = field === 'leaf' ? (leafFields.find((leaf) => leaf === inner) ?? 'leaf') : fieldOf(field)
    byClass.set(one.key, { [name]: message, ...byClass.get(one.key) })
  }
  return { count: issues.length, band, byClass, whole }
}

const fieldOf = (field: unknown): ClassField => (field === 'percent' || field === 'parent' ? field : 'name')

/** The percentages of the classes with one parent. */
export const levelMissing = ({ classes }: PlanDraft, parent: string | null): bigint =>
  missingPercents(classes.filter((one) => one.parent === parent).map(({ percent }) => percent))
